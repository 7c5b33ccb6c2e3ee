import type { Path } from '@colloquy/flow/operations'
import { focusAfter } from '../design/focus-after.js'
import { onDemand, Part } from '../design/on-demand.js'
import { newId } from '../document/new-id.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { CodeField } from '../forms/fields/code-field.js'
import { CredentialsField } from '../forms/fields/reference-fields.js'
import { NumberField, SelectField, SwitchField } from '../forms/fields/small-fields.js'
import { TextField } from '../forms/fields/text-field.js'
import { t } from '../i18n/i18n.js'
import type { CurlRequest } from './curl/parse-curl.js'
import { type Pair, Pairs, ResponseMapping } from './http-pairs.js'
import type { ResponseExample } from './response-example.js'

const CurlPaste = onDemand(() => import('./curl/curl-paste.js'))
const HttpTest = onDemand(() => import('./http-test.js'))

interface HttpOptions {
  webhook?: { url?: string; method?: string; headers?: Pair[]; queryParams?: Pair[]; body?: string }
  isCustomBody?: boolean
  isExecutedOnClient?: boolean
  isGuaranteed?: boolean
  timeout?: number
  proxyCredentialsId?: string
  responseVariableMapping?: Pair[]
  variablesForTest?: Pair[]
  responseExamples?: ResponseExample[]
}

/** Methods besides POST, which is the default. */
const methods = ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

interface HttpFormProps {
  blockId: string
  options: object
  change(path: Path, value: unknown): void
}

/** A request to another service, from its address to the parts of the response that are saved. */
export function HttpForm({ blockId, options, change }: HttpFormProps) {
  const { isReadOnly } = useBotEditor()
  const {
    webhook = {},
    isCustomBody,
    isExecutedOnClient,
    isGuaranteed,
    timeout,
    proxyCredentialsId,
    responseVariableMapping = [],
    variablesForTest = [],
    responseExamples = [],
  } = options as HttpOptions
  const put =
    (...path: string[]) =>
    (value: unknown) =>
      change(path, value === '' ? undefined : value)
  const pick = (bodyPath: string) => {
    const pair = { id: newId(), bodyPath }
    focusAfter(
      () => change(['responseVariableMapping'], [...responseVariableMapping, pair]),
      () => document.querySelector<HTMLElement>(`[data-pair-id="${pair.id}"] input[role="combobox"]`),
    )
  }
  const fill = (request: CurlRequest) => change([], { ...options, ...optionsOf(request, webhook) })
  return (
    <>
      {!isReadOnly && (
        <Part>
          <CurlPaste onRequest={fill} />
        </Part>
      )}
      <div className="http-line">
        <SelectField
          label={t('Method')}
          isLabelHidden
          none="POST"
          value={webhook.method === 'POST' ? undefined : webhook.method}
          choices={methods.map((it) => [it, it])}
          onChange={put('webhook', 'method')}
        />
        <TextField
          label={t('Address')}
          isLabelHidden
          placeholder="https://"
          value={webhook.url ?? ''}
          onChange={put('webhook', 'url')}
        />
      </div>
      <Pairs label={t('Query parameters')} pairs={webhook.queryParams ?? []} onChange={put('webhook', 'queryParams')} />
      <Pairs label={t('Headers')} pairs={webhook.headers ?? []} onChange={put('webhook', 'headers')} />
      <SwitchField label={t('Custom body')} value={isCustomBody} onChange={put('isCustomBody')} />
      {isCustomBody && <CodeField label={t('Body')} value={webhook.body ?? ''} onChange={put('webhook', 'body')} />}
      <ResponseMapping
        pairs={responseVariableMapping}
        onChange={(pairs) => change(['responseVariableMapping'], pairs)}
      />
      {!isReadOnly && (
        <Part>
          <HttpTest
            blockId={blockId}
            values={variablesForTest}
            onValues={(values) => change(['variablesForTest'], values)}
            examples={responseExamples}
            onExamples={(examples) => change(['responseExamples'], examples.length > 0 ? examples : undefined)}
            sent={sentValues(webhook, variablesForTest)}
            onPick={pick}
          />
        </Part>
      )}
      <SwitchField
        label={t("Run in visitor's browser")}
        value={isExecutedOnClient}
        onChange={put('isExecutedOnClient')}
      />
      <SwitchField
        label={t('Deliver even if the service is down')}
        value={isGuaranteed}
        onChange={put('isGuaranteed')}
      />
      {isGuaranteed && (
        <p className="faint">
          {isExecutedOnClient
            ? t('It has no effect here: the visitor’s browser makes the request.')
            : responseVariableMapping.length > 0
              ? t('It has no effect here: the flow uses the response.')
              : t(
                  'The flow continues at once. Colloquy stores what the block sends and tries for a day; see Deliveries in the workspace',
                )}
        </p>
      )}
      <NumberField
        label={t('Timeout (seconds)')}
        value={timeout}
        min={1}
        max={120}
        placeholder="10"
        onChange={put('timeout')}
      />
      {!isExecutedOnClient && (
        <CredentialsField
          label={t('Proxy')}
          type="http proxy"
          value={proxyCredentialsId}
          onChange={put('proxyCredentialsId')}
        />
      )}
    </>
  )
}

/** Values of a request that may be secret. */
const sentValues = ({ headers = [], queryParams = [] }: NonNullable<HttpOptions['webhook']>, values: readonly Pair[]) =>
  [...headers, ...queryParams, ...values].flatMap(({ value }) => (value ? [value] : []))

/** Returns options of a block that sends this request. */
function optionsOf(request: CurlRequest, before: NonNullable<HttpOptions['webhook']>): HttpOptions {
  const { url, method, queryParams, headers, body, timeout } = request
  const { method: _, body: __, ...kept } = before
  const pairs = (list: readonly [string, string][]) => list.map(([key, value]) => ({ id: newId(), key, value }))
  return {
    webhook: {
      ...kept,
      url,
      ...(method !== 'POST' && { method }),
      queryParams: pairs(queryParams),
      headers: pairs(headers),
      ...(body !== undefined && { body }),
    },
    isCustomBody: body !== undefined,
    ...(timeout !== undefined && { timeout }),
  }
}
