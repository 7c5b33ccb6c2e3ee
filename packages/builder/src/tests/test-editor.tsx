import type { FlowTest } from '@colloquy/prove'
import { ArrowLeft, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { Segments } from '../design/segments.js'
import { useAttempt } from '../design/use-attempt.js'
import { useStudio } from '../editor/studio.js'
import { t } from '../i18n/i18n.js'
import { request } from '../service/request.js'
import { ExpectationList, type Expected } from './expectation-list.js'
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
  const { bot } = useStudio()
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
          ? await request<'addTest'>('POST', `bots/${bot.id}/tests`, { test: now })
          : await request<'updateTest'>('PUT', `bots/${bot.id}/tests/${id}`, { test: now })
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
      <p className="faint">{t('Tables of inputs and answers of services are edited as text.')}</p>
    </>
  )
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
