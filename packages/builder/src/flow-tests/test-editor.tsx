import type { FlowTest } from '@colloquy/prove'
import { ArrowLeft, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { Input, Switch } from '../design/field.js'
import { Segments } from '../design/segments.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { api, ServiceError } from '../service/api.js'
import { AnswerList, forEveryRequest } from './answer-list.js'
import { ExpectationList, type Expected } from './expectation-list.js'
import { columnName, InputTable } from './input-table.js'
import { StartFields } from './start-fields.js'
import { replyText } from './test-details.js'
import { useReloadTests } from './use-tests.js'
import { ask } from './worker.js'

type Step = FlowTest['steps'][number]

interface TestEditorProps {
  test: FlowTest
  /** Undefined for a new test. */
  id: string | undefined
  /** The version that is edited. */
  updatedAt?: string | undefined
  onClose(savedId?: string): void
}

/** Edits a test, in a form or as text. */
export function TestEditor({ test: given, id, updatedAt, onClose }: TestEditorProps) {
  const { bot } = useBotEditor()
  const reload = useReloadTests()
  const [test, setTest] = useState(given)
  const [text, setText] = useState<string>()
  const [problems, setProblems] = useState<readonly string[]>([])
  const { attempt, isBusy, error } = useAttempt()
  const isText = text !== undefined
  /** The test as it stands, undefined where the text is none. */
  const current = async (): Promise<FlowTest | undefined> => {
    if (!isText) return test
    const read = await ask('read', { text })
    setProblems(read.ok ? [] : read.problems)
    return read.ok ? read.test : undefined
  }
  const show = (view: 'form' | 'text') =>
    attempt(async () => {
      const now = await current()
      if (!now) return
      setTest(now)
      setText(view === 'text' ? await ask('write', { test: now }) : undefined)
    })
  const isChanged = error instanceof ServiceError && error.code === 'test_changed'
  /** Without `basedOn`, the version of somebody else is replaced. */
  const save = (basedOn: string | undefined) =>
    attempt(async () => {
      const now = await current()
      if (!now) return
      const saved =
        id === undefined
          ? await api.addTest({ botId: bot.id, test: now })
          : await api.updateTest({ botId: bot.id, testId: id, test: now, ...(basedOn && { updatedAt: basedOn }) })
      await reload()
      onClose(saved.test.id)
    })
  return (
    <form
      className="side-body tests"
      aria-label={t('Edit the test')}
      onSubmit={(event) => {
        event.preventDefault()
        void save(updatedAt)
      }}
    >
      <div className="row">
        <button
          type="button"
          className="button plain small icon-only"
          aria-label={t('Discard the changes')}
          onClick={() => onClose()}
        >
          <ArrowLeft size={15} />
        </button>
        <Segments
          label={t('How to edit')}
          value={isText ? 'text' : 'form'}
          choices={[
            ['form', t('Form')],
            ['text', t('Text')],
          ]}
          onChange={(view) => void show(view)}
        />
        <span className="grow" />
        <button type="submit" className="button primary small" disabled={isBusy}>
          {t('Save')}
        </button>
      </div>
      <ErrorNotice error={error} />
      {isChanged && (
        <div className="row">
          <button type="button" className="button small" onClick={() => [void reload(), onClose(id)]}>
            {t('Discard mine')}
          </button>
          <button type="button" className="button small" disabled={isBusy} onClick={() => void save(undefined)}>
            {t('Replace theirs')}
          </button>
        </div>
      )}
      {problems.length > 0 && (
        <ul className="notice danger" role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {isText ? (
        <textarea
          className="text code test-text"
          aria-label={t('The test as YAML')}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      ) : (
        <TestForm test={test} onChange={setTest} />
      )}
    </form>
  )
}

function TestForm({ test, onChange }: { test: FlowTest; onChange(test: FlowTest): void }) {
  const { steps, expect } = test
  const setStep = (at: number, change: Partial<Step>) =>
    onChange({ ...test, steps: steps.map((step, index) => (index === at ? { ...step, ...change } : step)) })
  return (
    <>
      <Input label={t('Name')} value={test.name} maxLength={200} onChange={(name) => onChange({ ...test, name })} />
      <ol className="test-form-steps">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no ids
          <li key={index} className="stack">
            <div className="row">
              <h3 className="grow">{index === 0 ? t('Start') : t('Step {index}', { index: index + 1 })}</h3>
              {index > 0 && (
                <button
                  type="button"
                  className="button plain small icon-only"
                  aria-label={t('Remove step {index}', { index: index + 1 })}
                  onClick={() => onChange({ ...test, steps: steps.filter((_, at) => at !== index) })}
                >
                  <X size={14} />
                </button>
              )}
            </div>
            {index === 0 && <StartFields test={test} onChange={onChange} />}
            {index > 0 && (
              <>
                <Switch
                  label={t('No answer in time')}
                  isOn={isSilent(step.reply)}
                  onChange={(isOn) => setStep(index, { reply: isOn ? { type: 'no-answer' } : '' })}
                />
                {!isSilent(step.reply) && (
                  <Input
                    label={t('Reply')}
                    hint={filesOf(step.reply)}
                    value={replyText(step.reply)}
                    onChange={(text) => setStep(index, { reply: withText(step.reply, text) })}
                  />
                )}
              </>
            )}
            <ExpectationList
              label={index === 0 ? t('Expected at the start') : t('Expected after step {index}', { index: index + 1 })}
              expectations={step.expect}
              onChange={(next: Expected[]) => setStep(index, { expect: next })}
            />
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="button small"
        onClick={() => onChange({ ...test, steps: [...steps, { reply: '', expect: [] }] })}
      >
        <Plus size={13} aria-hidden /> {t('Add a reply')}
      </button>
      <section className="stack">
        <h3>{t('Expected of the conversation')}</h3>
        <ExpectationList
          label={t('Expected of the conversation')}
          expectations={expect}
          onChange={(next) => onChange({ ...test, expect: next })}
        />
      </section>
      <section className="stack" aria-label={t('Table of inputs')}>
        <h3>{t('Table of inputs')}</h3>
        <p className="faint">
          {t('The test runs once for each row. In replies and expectations, {example} stands for its value.', {
            example: `{${Object.keys(test.table?.[0] ?? {})[0] ?? firstColumn}}`,
          })}
        </p>
        {test.table ? (
          <InputTable
            rows={test.table}
            onChange={(table) => {
              const { table: _, ...others } = test
              onChange(table ? { ...others, table } : others)
            }}
          />
        ) : (
          <button type="button" className="button small" onClick={() => onChange(withTable(test))}>
            <Plus size={13} aria-hidden /> {t('Add a table')}
          </button>
        )}
      </section>
      <AnswerList answers={test.cassette} onChange={(cassette) => onChange({ ...test, cassette })} />
    </>
  )
}

/** The name of the column that a table begins with. */
const firstColumn = columnName(1)

/** True if the input that waits is left by its exit for no answer. */
const isSilent = (reply: Step['reply']): boolean => typeof reply === 'object' && reply.type === 'no-answer'

/** A reply with another text; its files stay. */
function withText(reply: Step['reply'], text: string): Step['reply'] {
  return typeof reply === 'object' && reply.type === 'text' ? { ...reply, text } : text
}

function filesOf(reply: Step['reply']): string | undefined {
  const files = typeof reply === 'object' && reply.type === 'text' ? (reply.attachedFileUrls ?? []) : []
  if (files.length === 0) return undefined
  return t('{count, plural, one {With # file} other {With # files}}', { count: files.length })
}

/** A table begins with the first reply of the test. Other inputs lead to other requests, so answers fit all of them. */
function withTable(test: FlowTest): FlowTest {
  const at = test.steps.findIndex(({ reply }) => reply !== undefined && !isSilent(reply))
  const steps = test.steps.map((step, index) => (index === at ? { ...step, reply: `{${firstColumn}}` } : step))
  const table = [{ [firstColumn]: replyText(test.steps[at]?.reply) }]
  return { ...test, steps, table, cassette: test.cassette.map(forEveryRequest) }
}
