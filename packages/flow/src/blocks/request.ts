import {
  choice,
  flag,
  group,
  id,
  number,
  type Position,
  readFrom,
  reference,
  rows,
  sample,
  saveIn,
  shownText,
  text,
} from '../fields/fields.js'
import { guaranteed } from '../integrations/guaranteed.js'
import type { WrittenRequest } from './define.js'
import { inBrowserOnServer } from './shared.js'

/** Types of the blocks that make one HTTP request. */
export const requestTypes = ['Webhook', 'Zapier', 'Make.com', 'Pabbly'] as const

/** Methods that an HTTP request block may use. */
export const httpMethods = ['POST', 'GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'CONNECT', 'OPTIONS', 'TRACE'] as const

const pairs = <const L extends string>(label: L, position: Position) =>
  rows({
    label,
    name: 'KeyValue',
    fields: { id, key: shownText({ label: 'Key', position }), value: text({ label: 'Value', position }) },
  })

/** Maps parts of a response body to variables. */
export const responseMapping = rows({
  label: 'Save from response',
  name: 'ResponseMapping',
  fields: {
    id,
    variableId: saveIn({ label: 'Save to' }),
    bodyPath: shownText({ label: 'Path in the body', position: 'expression' }),
  },
})

/** Responses that an author saved, for mapping and for running the flow without calling anything. Secrets in them are blanked out. */
const responseExamples = rows({
  label: 'Saved examples',
  shows: 'nothing',
  isHidden: true,
  isExtension: true,
  fields: {
    id,
    name: sample({ label: 'Name', shows: 'nothing' }),
    status: number({ label: 'Status code', shows: 'nothing', isStrict: true }),
    body: sample({ label: 'Body', shows: 'nothing' }),
  },
})

/** Options of all blocks that make one HTTP request. */
export const callOptions = <const N extends number>(timeout: N) =>
  ({
    webhook: group({
      label: 'Request',
      fields: {
        url: text({ label: 'Address', shows: 'host', position: 'address' }),
        method: choice(httpMethods, { label: 'Method', default: 'POST' }),
        headers: pairs('Headers', 'header'),
        queryParams: pairs('Query parameters', 'text'),
        body: text({ label: 'Body', isLong: true, position: 'body' }),
      },
    }),
    isCustomBody: flag({ label: 'Custom body', default: false }),
    isExecutedOnClient: flag({ label: 'Run in the visitor’s browser', default: false }),
    variablesForTest: rows({
      label: 'Values for a test',
      shows: 'nothing',
      fields: { id, variableId: readFrom({ label: 'Variable' }), value: text({ label: 'Value' }) },
    }),
    responseVariableMapping: responseMapping,
    responseExamples,
    isGuaranteed: guaranteed,
    timeout: number({ label: 'Timeout', default: timeout, min: 1, max: 120, isStrict: true }),
    proxyCredentialsId: reference('credentials', { label: 'Proxy', credentials: 'http proxy', shows: 'nothing' }),
  }) as const

interface Calling {
  options?:
    | {
        isExecutedOnClient?: boolean | undefined
        isCustomBody?: boolean | undefined
        webhook?:
          | {
              url?: string | undefined
              method?: string | undefined
              headers?: WrittenRequest['headers']
              body?: string | undefined
            }
          | undefined
      }
    | undefined
}

/** Common parts of these blocks. Each block names those that it has: a spread would bring all of them to the canvas, which shows none. */
export const calling = {
  needs: { 'options.webhook.url': 'Give the address to call' },
  request: ({ options }: Calling): WrittenRequest | undefined => {
    const { webhook, isCustomBody } = options ?? {}
    if (!webhook) return undefined
    const { url, headers, method, body } = webhook
    return { path: 'options.webhook', url, headers, ...(isCustomBody && method !== 'GET' && { body }) }
  },
  waits: ({ options }: Calling) => options?.isExecutedOnClient === true && Boolean(options.webhook?.url),
  messaging: [
    { kind: 'changed', text: inBrowserOnServer, when: ({ options }: Calling) => options?.isExecutedOnClient === true },
  ],
} as const
