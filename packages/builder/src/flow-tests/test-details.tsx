import { findBlock } from '@colloquy/flow/operations'
import type { TestReport, TestRun } from '@colloquy/prove'
import { ArrowLeft, Copy, type LucideIcon, Pencil, Play, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { useStore } from '../design/store.js'
import { showError, showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t, translated } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { linkedSources, sourceOf } from './background-run.js'
import { type SplitText, splitAtDifference } from './differing-part.js'
import { testState } from './tests-state.js'
import { type StoredTest, useReloadTests } from './use-tests.js'
import { ask } from './worker.js'
import type { Conversation as Held, TestOrders } from './worker-orders.js'

type Failure = TestRun['failures'][number]

const partKinds: Readonly<Record<string, string>> = {
  Block: t('Block'),
  Group: t('Group'),
  Variable: t('Variable'),
  Event: t('Event'),
}
/** A deleted part, such as `Group "Prices"`, with its kind in the reader's language. */
const partName = (part: string): string => part.replace(/^\w+/, (kind) => partKinds[kind] ?? kind)

interface TestDetailsProps {
  stored: StoredTest
  report: TestReport | undefined
  onEdit(): void
  onDuplicate(): void
  onClose(): void
}

/** One test with its result and its actions. */
export function TestDetails({ stored, report, onEdit, onDuplicate, onClose }: TestDetailsProps) {
  const { bot, editing } = useBotEditor()
  const { id, test, updatedAt } = stored
  const reload = useReloadTests()
  const back = useRef<HTMLButtonElement>(null)
  // The button that led here is gone, so the focus moves to "Back", unless something else has it.
  useEffect(() => {
    if (document.activeElement === document.body) back.current?.focus()
  }, [])
  const { attempt, isBusy, error } = useAttempt()
  const failed = report?.runs.filter(({ failures }) => failures.length > 0) ?? []
  const failures = failed.flatMap((run) => run.failures)
  /** The only failure has a button for the same. */
  const isAcceptedThere = failures.length === 1 && failures[0]?.instead !== undefined
  const change = (make: () => Promise<StoredTest['test']>) =>
    attempt(async () => {
      await api.updateTest({ botId: bot.id, testId: id, test: await make(), updatedAt })
      await reload()
      showToast(t('Test changed.'), { label: t('Undo'), run: () => void restore() })
    })
  const restore = async () => {
    try {
      await api.updateTest({ botId: bot.id, testId: id, test })
      await reload()
    } catch (problem) {
      showError(problem)
    }
  }
  const onDraft = (kind: 'propose' | 'mend') =>
    change(async () => {
      const draft = sourceOf(bot.id, 'draft', editing.document)
      return ask(kind, { test, draft, linked: await linkedSources(bot.id, editing.document) })
    })
  const acceptOne = (failure: TestOrders['replace']['asks']['failure']) =>
    change(() => ask('replace', { test, failure }))
  const remove = () =>
    attempt(async () => {
      await api.deleteTest({ botId: bot.id, testId: id })
      onClose()
      await reload()
      showToast(t('Deleted “{name}”.', { name: test.name }), { label: t('Undo'), run: () => void addAgain() })
    })
  const addAgain = async () => {
    try {
      await api.addTest({ botId: bot.id, test })
      await reload()
    } catch (problem) {
      showError(problem)
    }
  }
  const { asked, isRunning } = useStore(testState, (it) => it)
  return (
    <div className="side-body tests">
      <div className="row">
        <button
          type="button"
          className="button plain small icon-only"
          ref={back}
          aria-label={t('Back to the tests')}
          onClick={onClose}
        >
          <ArrowLeft size={15} />
        </button>
        <span className="grow" />
        <button type="button" className="button small" onClick={onEdit}>
          <Pencil size={13} aria-hidden /> {t('Edit')}
        </button>
        <ActionButton
          label={t('Run the test')}
          icon={Play}
          isDisabled={isRunning}
          onClick={() => testState.set({ asked: asked + 1 })}
        />
        <ActionButton label={t('Duplicate the test')} icon={Copy} onClick={onDuplicate} />
        <ActionButton label={t('Delete the test')} icon={Trash2} isDisabled={isBusy} onClick={() => void remove()} />
      </div>
      <h3>{test.name}</h3>
      <ErrorNotice error={error} />
      <p role="status">
        {report === undefined && t('Not run yet')}
        {report?.status === 'passed' &&
          (test.table ? t('Passed for all {count} rows', { count: test.table.length }) : t('Passed'))}
        {report?.status === 'failed' && t('Failed')}
        {report?.status === 'stale' &&
          t('Stale: it refers to deleted parts: {stale}. Edit the test.', {
            stale: report.stale.map(partName).join(', '),
          })}
      </p>
      {report?.status === 'stale' && (
        <button type="button" className="button small" disabled={isBusy} onClick={() => void onDraft('mend')}>
          {t('Remove what refers to them')}
        </button>
      )}
      {failed.map((run) => (
        <section key={run.row ?? 'only'} className="stack" aria-label={t('Failures')}>
          {run.row !== undefined && <h3>{t('Row {row}', { row: run.row + 1 })}</h3>}
          <ul className="test-failures">
            {run.failures.map((failure, index) => (
              <FailureItem
                // biome-ignore lint/suspicious/noArrayIndexKey: failures have no ids, and the list is replaced as a whole
                key={index}
                failure={failure}
                isBusy={isBusy}
                onAccept={test.table ? undefined : (it) => void acceptOne(it)}
              />
            ))}
          </ul>
        </section>
      ))}
      {report?.status === 'failed' && !test.table && !isAcceptedThere && (
        <button type="button" className="button small" disabled={isBusy} onClick={() => void onDraft('propose')}>
          {t('Expect what the draft does now')}
        </button>
      )}
      {report && report.runs.length > 0 && <Conversation stored={stored} report={report} />}
    </div>
  )
}

interface ActionButtonProps {
  label: string
  icon: LucideIcon
  isDisabled?: boolean
  onClick(): void
}

const ActionButton = ({ label, icon: Icon, isDisabled = false, onClick }: ActionButtonProps) => (
  <button
    type="button"
    className="button plain small icon-only"
    aria-label={label}
    title={label}
    disabled={isDisabled}
    onClick={onClick}
  >
    <Icon size={14} />
  </button>
)

interface FailureItemProps {
  failure: Failure
  isBusy: boolean
  /** Puts what holds in the place of the expectation. Absent if the test runs with several inputs. */
  onAccept: ((failure: Failure) => void) | undefined
}

function FailureItem({ failure, isBusy, onAccept }: FailureItemProps) {
  const { editing, select, view } = useBotEditor()
  const { message, expected, actual, blockId, step } = failure
  const parts = expected === undefined ? undefined : splitAtDifference(expected, actual ?? '')
  const groupId = blockId && findBlock(editing.document, blockId)?.group.id
  const show = () => {
    if (!groupId) return
    select({ blockId })
    view.set({ focus: { nodeId: groupId, blockId } })
  }
  return (
    <li>
      <p>
        {step !== undefined && <span className="faint">{t('Step {step}:', { step: step + 1 })} </span>}
        {translated(message)}
      </p>
      {expected !== undefined && (
        <dl className="test-compare">
          <dt>{t('Expected')}</dt>
          <dd>{parts ? <Marked {...parts[0]} /> : translated(expected)}</dd>
          <dt>{t('Actual')}</dt>
          <dd>{parts ? <Marked {...parts[1]} /> : translated(actual ?? '')}</dd>
        </dl>
      )}
      <div className="row test-actions">
        {groupId && (
          <button type="button" className="button small" onClick={show}>
            {t('Show on the canvas')}
          </button>
        )}
        {onAccept && failure.instead && (
          <button type="button" className="button small" disabled={isBusy} onClick={() => onAccept(failure)}>
            {t('Expect this')}
          </button>
        )}
        {onAccept && failure.expectation !== undefined && !failure.instead && (
          <button type="button" className="button small" disabled={isBusy} onClick={() => onAccept(failure)}>
            {t('Remove the expectation')}
          </button>
        )}
      </div>
    </li>
  )
}

/** A text whose differing part stands out, not by its colour alone. */
const Marked = ({ before, differs, after }: SplitText) => (
  <>
    {before}
    {differs && <mark>{differs}</mark>}
    {after}
  </>
)

/** The conversation of a run, with the replies of the test. */
function Conversation({ stored: { test }, report }: { stored: StoredTest; report: TestReport }) {
  const { bot, editing } = useBotEditor()
  const [held, setHeld] = useState<Held>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new report means that something was run again
  useEffect(() => {
    let isGone = false
    const find = async () => {
      const draft = sourceOf(bot.id, 'draft', editing.document)
      const found = await ask('converse', { test, draft, linked: await linkedSources(bot.id, editing.document) })
      if (!isGone) setHeld(found)
    }
    find().catch(() => setHeld(undefined))
    return () => {
      isGone = true
    }
  }, [bot.id, editing, test, report])
  if (!held || held.steps.length === 0) return null
  return (
    <section className="stack">
      <h3>{t('Conversation')}</h3>
      <ol className="test-steps">
        {held.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no ids
          <li key={index}>
            {held.replies[index] !== undefined && <p className="test-said">{replyText(held.replies[index])}</p>}
            {step.entries.map((entry, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages have no ids either
              <p key={at} className="test-heard">
                {entry.type === 'text' ? entry.text : `[${entry.type}]`}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

export function replyText(reply: StoredTest['test']['steps'][number]['reply']): string {
  if (reply === undefined || typeof reply === 'string') return reply ?? ''
  if (reply.type === 'text') return reply.text
  if (reply.type === 'no-answer') return t('No answer')
  return reply.type === 'audio' ? reply.url : `/${reply.command}`
}
