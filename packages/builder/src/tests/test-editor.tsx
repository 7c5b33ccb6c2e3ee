import type { FlowTest } from '@colloquy/prove'
import { ArrowLeft, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { Segments } from '../design/segments.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { ExpectationList, type Expected } from './expectation-list.js'
import { columnName, InputTable } from './input-table.js'
import { replyText } from './test-details.js'
import { useReloadTests } from './use-tests.js'
import { ask } from './worker.js'

type Step = FlowTest['steps'][number]

interface TestEditorProps {
  test: FlowTest
  /** Undefined for a new test. */
  id: string | undefined
  onClose(savedId?: string): void
}

/** Edits a test, in a form or as text. */
export function TestEditor({ test: given, id, onClose }: TestEditorProps) {
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
      setText(view === 'text' ? await ask('write', { test: withDefaults(now) }) : undefined)
    })
  const save = () =>
    attempt(async () => {
      const now = await current()
      if (!now) return
      const saved =
        id === undefined
          ? await api.addTest({ botId: bot.id, test: now })
          : await api.updateTest({ botId: bot.id, testId: id, test: now })
      await reload()
      onClose(saved.test.id)
    })
  return (
    <form
      className="side-body tests"
      aria-label={t('Edit the test')}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
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
  const { steps, expect = [] } = test
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
            {index > 0 && (
              <Input label={t('Reply')} value={replyText(step.reply)} onChange={(reply) => setStep(index, { reply })} />
            )}
            <ExpectationList
              label={index === 0 ? t('Expected at the start') : t('Expected after step {index}', { index: index + 1 })}
              expectations={step.expect ?? []}
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
      <p className="faint">{t('Answers of services are edited as text.')}</p>
    </>
  )
}

/** The name of the column that a table begins with. */
const firstColumn = columnName(1)

/** A table begins with the first reply of the test. */
function withTable(test: FlowTest): FlowTest {
  const at = test.steps.findIndex(({ reply }) => reply !== undefined)
  const steps = test.steps.map((step, index) => (index === at ? { ...step, reply: `{${firstColumn}}` } : step))
  return { ...test, steps, table: [{ [firstColumn]: replyText(test.steps[at]?.reply) }] }
}

/** A test that was begun in the form has no defaults yet: the service fills them in when it is saved. */
function withDefaults(test: FlowTest): FlowTest {
  return {
    ...test,
    start: test.start ?? { at: 1_767_225_600_000, seed: 1, channel: 'web' },
    expect: test.expect ?? [],
    cassette: test.cassette ?? [],
  }
}
