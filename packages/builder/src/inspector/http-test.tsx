import { Send } from 'lucide-react'
import { useState } from 'react'
import { showError } from '../design/toasts.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { type Pair, TestValues } from './http-pairs.js'
import type { ResponseExample } from './response-example.js'
import { KeepExample, ResponseExamples, StatusTag } from './response-examples.js'
import { ResponseTree } from './response-tree.js'

interface HttpTestProps {
  blockId: string
  values: readonly Pair[]
  onValues(values: readonly Pair[]): void
  examples: readonly ResponseExample[]
  onExamples(examples: readonly ResponseExample[]): void
  /** Values of the request, which no example keeps. */
  sent: readonly string[]
  /** Takes the expression that reads a part of the answer. */
  onPick(path: string): void
}

/** Sends the request now, as a chat would, and shows the answer; pressing a part of it saves that part. */
export default function HttpTest({ blockId, values, onValues, examples, onExamples, sent, onPick }: HttpTestProps) {
  const { bot, saving } = useBotEditor()
  const [isBusy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer<'testWebhookBlock'>>()
  const send = async () => {
    setBusy(true)
    setAnswer(undefined)
    const variables = Object.fromEntries(
      values.flatMap(({ variableId, value }) => (variableId ? [[variableId, value ?? null]] : [])),
    )
    try {
      await saving.flush()
      setAnswer(await api.testWebhookBlock({ botId: bot.id, blockId, variables }))
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  return (
    <fieldset className="part">
      <legend>{t('Test')}</legend>
      <TestValues pairs={values} onChange={onValues} />
      <button type="button" className="button" disabled={isBusy} onClick={send}>
        <Send size={13} /> {isBusy ? t('Waiting for the response…') : t('Send test request')}
      </button>
      <div aria-live="polite">
        {answer && (
          <>
            <Shown answer={answer} onPick={onPick} />
            {answer.statusCode !== null && (
              <KeepExample
                examples={examples}
                status={answer.statusCode}
                data={answer.data}
                sent={sent}
                onChange={onExamples}
              />
            )}
          </>
        )}
      </div>
      <ResponseExamples examples={examples} onPick={onPick} onChange={onExamples} />
    </fieldset>
  )
}

function Shown({ answer, onPick }: { answer: Answer<'testWebhookBlock'>; onPick(path: string): void }) {
  const variables = useDocument((document) => document.variables)
  const { statusCode, data, problem, saved } = answer
  if (statusCode === null)
    return <p className="notice danger">{problem ?? t('No request was sent. Enter an address first.')}</p>
  const nameOf = (id: string) => variables.find((it) => it.id === id)?.name ?? id
  return (
    <div className="stack">
      <p className="row">
        <StatusTag status={statusCode} />
        <span className="faint">{t('Click a value to save it to a variable.')}</span>
      </p>
      <ResponseTree data={data} onPick={onPick} />
      {Object.entries(saved).map(([id, value]) => (
        <p key={id} className="faint">
          {nameOf(id)} = {Array.isArray(value) ? JSON.stringify(value) : (value ?? t('empty'))}
        </p>
      ))}
    </div>
  )
}
