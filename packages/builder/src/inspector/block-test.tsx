import type { Block } from '@colloquy/flow'
import { definitionOf, exitTexts } from '@colloquy/flow/blocks'
import { findBlock, variablesReadBy } from '@colloquy/flow/operations'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { Disclosure } from '../design/disclosure.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { t, translated } from '../i18n/i18n.js'
import { usePreviewValues } from '../preview/use-preview-values.js'
import { textOf, toValue } from '../preview/variable-value.js'
import { type Answer, api } from '../service/api.js'
import './block-test.css'

type ConnectionTest = Answer<'tryBlock'>

/** Runs a block that calls a service or a model by itself, with values that are filled in from the open preview, and shows what it did. */
export default function BlockTest({ block }: { block: Block }) {
  const { bot, saving } = useBotEditor()
  const variables = useDocument((document) => document.variables)
  const group = useDocument((document) => findBlock(document, block.id)?.group)
  const preview = usePreviewValues()
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({})
  const [reply, setReply] = useState('')
  const [connectionTest, setConnectionTest] = useState<ConnectionTest>()
  const { attempt, isBusy, error } = useAttempt()
  const read = group ? variablesReadBy(block, group, variables) : []
  const asks = definitionOf(block.type)?.section === 'input'
  const textFor = ({ id, value }: (typeof read)[number]) =>
    written[id] ?? textOf(preview?.get(id) ?? (value as string | string[] | null | undefined) ?? null)
  const run = () => {
    setConnectionTest(undefined)
    void attempt(async () => {
      await saving.flush()
      const values = Object.fromEntries(read.map((variable) => [variable.id, toValue(textFor(variable))]))
      const body = { variables: values, ...(asks && reply !== '' && { reply }) }
      setConnectionTest(await api.tryBlock({ botId: bot.id, blockId: block.id, ...body }))
    })
  }
  return (
    <fieldset className="part">
      <legend>{t('Run this block')}</legend>
      <p className="soft">{t('It runs for real: calls reach the service and count in your budgets.')}</p>
      {read.map((variable) => (
        <Input
          key={variable.id}
          data-unkept
          label={variable.name}
          placeholder={t('empty')}
          value={textFor(variable)}
          onChange={(text) => setWritten({ ...written, [variable.id]: text })}
        />
      ))}
      {asks && <Input data-unkept label={t('Reply of the visitor')} value={reply} onChange={setReply} />}
      <button type="button" className="button" disabled={isBusy} onClick={run}>
        <Play size={13} aria-hidden /> {isBusy ? t('Running…') : t('Run block')}
      </button>
      <ErrorNotice error={error} />
      <div role="status">{connectionTest && <Outcome connectionTest={connectionTest} />}</div>
    </fieldset>
  )
}

function Outcome({ connectionTest }: { connectionTest: ConnectionTest }) {
  const { calls, said, saved, exit, groupIds, waits, logs, currency } = connectionTest
  const variables = useDocument((document) => document.variables)
  const groups = useDocument((document) => document.groups)
  const nameOf = (id: string) => variables.find((it) => it.id === id)?.name ?? id
  const titles = [...new Set(groupIds.map((id) => groups.find((it) => it.id === id)?.title || t('Untitled')))]
  const errors = logs.filter(({ status }) => status === 'error')
  const values = Object.entries(saved)
  return (
    <div className="stack block-test">
      {errors.map(({ description, details }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the logs of one run never change
        <div key={index} className="notice danger">
          <p>{description}</p>
          {details && <pre>{details}</pre>}
        </div>
      ))}
      {exit && <p>{t('It takes the exit “{exit}”.', { exit: translated(exitTexts[exit].label) })}</p>}
      {titles.map((title) => (
        <p key={title}>{t('It goes to the group “{title}”, which was not run.', { title })}</p>
      ))}
      {values.length > 0 && (
        <dl>
          {values.map(([id, value]) => (
            <div key={id}>
              <dt>{nameOf(id)}</dt>
              <dd>{value === null ? t('empty') : textOf(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {said.length > 0 && <p className="block-test-said">{said.join('\n\n')}</p>}
      {waits && <p className="soft">{t("It waits for the visitor's reply.")}</p>}
      {values.length === 0 && said.length === 0 && errors.length === 0 && !exit && titles.length === 0 && !waits && (
        <p className="soft">{t('It set no variable.')}</p>
      )}
      {calls.map((call, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the calls of one run never change
        <Call key={index} call={call} currency={currency} />
      ))}
      {calls.length === 0 && <p className="soft">{t('Nothing was sent.')}</p>}
    </div>
  )
}

function Call({ call, currency }: { call: ConnectionTest['calls'][number]; currency: string | null }) {
  const { to, sent, answered, problem, milliseconds, tokens, cost } = call
  const metrics = [
    t('{seconds} s', { seconds: (milliseconds / 1000).toFixed(1) }),
    ...(tokens && problem === null ? [t('{input} tokens in, {output} out', tokens)] : []),
    ...(cost !== null && problem === null ? [`${cost.toFixed(4)} ${currency ?? ''}`.trim()] : []),
  ]
  return (
    <Disclosure
      className="fold"
      title={
        <>
          <span className="grow cut">{to}</span>
          {problem !== null && <span className="tag danger">{t('failed')}</span>}
        </>
      }
    >
      <p className="faint">{metrics.join(' · ')}</p>
      {problem !== null && <p className="notice danger">{problem}</p>}
      {sent !== '' && (
        <>
          <p className="field-label">{t('Sent')}</p>
          <pre>{sent}</pre>
        </>
      )}
      {answered !== '' && (
        <>
          <p className="field-label">{t('Received')}</p>
          <pre>{answered}</pre>
        </>
      )}
    </Disclosure>
  )
}
