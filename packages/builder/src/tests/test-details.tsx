import { findBlock } from '@colloquy/flow/operations'
import type { TestReport, TestRun } from '@colloquy/prove'
import { ArrowLeft, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Confirm } from '../design/confirm.js'
import { ErrorNotice } from '../design/error-notice.js'
import { showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { linkedSources, sourceOf } from './background-run.js'
import { type StoredTest, useReloadTests } from './use-tests.js'
import { ask } from './worker.js'

type Failure = TestRun['failures'][number]

interface TestDetailsProps {
  stored: StoredTest
  report: TestReport | undefined
  onEdit(): void
  onClose(): void
}

/** One test with its result and its actions. */
export function TestDetails({ stored, report, onEdit, onClose }: TestDetailsProps) {
  const { bot, editing } = useBotEditor()
  const { id, test } = stored
  const reload = useReloadTests()
  const [isDeleting, setDeleting] = useState(false)
  const back = useRef<HTMLButtonElement>(null)
  // The button that led here is gone, so the focus moves to "Back", unless something else has it.
  useEffect(() => {
    if (document.activeElement === document.body) back.current?.focus()
  }, [])
  const { attempt, isBusy, error } = useAttempt()
  const failed = report?.runs.filter(({ failures }) => failures.length > 0) ?? []
  const accept = () =>
    attempt(async () => {
      const draft = sourceOf(bot.id, 'draft', editing.document)
      const linked = await linkedSources(bot.id, editing.document)
      const proposed = await ask('propose', { test, draft, linked })
      await api.updateTest({ botId: bot.id, testId: id, test: proposed })
      await reload()
      showToast(t('The test now expects what the draft does.'))
    })
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
        <h3 className="grow cut">{test.name}</h3>
        <button type="button" className="button small" onClick={onEdit}>
          <Pencil size={13} aria-hidden /> {t('Edit')}
        </button>
        <button
          type="button"
          className="button plain small icon-only"
          aria-label={t('Delete the test')}
          onClick={() => setDeleting(true)}
        >
          <Trash2 size={14} />
        </button>
      </div>
      <ErrorNotice error={error} />
      <p role="status">
        {report === undefined && t('Not run yet')}
        {report?.status === 'passed' &&
          (test.table ? t('Passed for all {count} rows', { count: test.table.length }) : t('Passed'))}
        {report?.status === 'failed' && t('Failed')}
        {report?.status === 'stale' &&
          t('Stale: it refers to deleted parts: {stale}. Edit the test.', { stale: report.stale.join(', ') })}
      </p>
      {failed.map((run) => (
        <section key={run.row ?? 'only'} className="stack" aria-label={t('Failures')}>
          {run.row !== undefined && <h3>{t('Row {row}', { row: run.row + 1 })}</h3>}
          <ul className="test-failures">
            {run.failures.map((failure, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: failures have no ids, and the list is replaced as a whole
              <FailureItem key={index} failure={failure} />
            ))}
          </ul>
        </section>
      ))}
      {report?.status === 'failed' && !test.table && (
        <button type="button" className="button small" disabled={isBusy} onClick={() => void accept()}>
          {t('Expect what the draft does now')}
        </button>
      )}
      <Conversation stored={stored} run={failed[0] ?? report?.runs[0]} />
      {isDeleting && (
        <Confirm
          title={t('Delete this test?')}
          text={t('“{name}” is deleted for everyone who works on this bot.', { name: test.name })}
          action={t('Delete')}
          onConfirm={async () => {
            await api.deleteTest({ botId: bot.id, testId: id })
            await reload()
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  )
}

function FailureItem({ failure }: { failure: Failure }) {
  const { editing, select, view } = useBotEditor()
  const { message, expected, actual, blockId, step } = failure
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
        {message}
      </p>
      {expected !== undefined && (
        <dl className="test-compare">
          <dt>{t('Expected')}</dt>
          <dd>{expected}</dd>
          <dt>{t('Actual')}</dt>
          <dd>{actual}</dd>
        </dl>
      )}
      {groupId && (
        <button type="button" className="button small" onClick={show}>
          {t('Show on the canvas')}
        </button>
      )}
    </li>
  )
}

/** The conversation of a run, with the replies of the test. */
function Conversation({ stored: { test }, run }: { stored: StoredTest; run: TestRun | undefined }) {
  if (!run || run.steps.length === 0) return null
  return (
    <section className="stack">
      <h3>{t('Conversation')}</h3>
      <ol className="test-steps">
        {run.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no ids
          <li key={index}>
            {test.steps[index]?.reply !== undefined && (
              <p className="test-said">{replyText(test.steps[index].reply)}</p>
            )}
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
  return reply.type === 'audio' ? reply.url : `/${reply.command}`
}
