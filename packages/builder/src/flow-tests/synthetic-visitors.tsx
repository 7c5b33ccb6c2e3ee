import type { FlowTest, WalkReport } from '@colloquy/prove'
import { Crosshair, Footprints } from 'lucide-react'
import { useState } from 'react'
import { Disclosure } from '../design/disclosure.js'
import { ErrorNotice } from '../design/error-notice.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { useShowBlock } from '../editor/use-show-block.js'
import { t, translated } from '../i18n/i18n.js'
import { linkedSources, sourceOf } from './background-run.js'
import { ask } from './worker.js'

type Finding = WalkReport['findings'][number]

const kinds = {
  crash: t('Crash'),
  loop: t('Endless loop'),
  deadEnd: t('Dead end'),
  stuck: t('Rejects every answer'),
  error: t('Error'),
  unreadable: t('Broken value in a message'),
  unset: t('Variable without a value'),
} as const satisfies Record<Finding['kind'], string>

/** The most unreached blocks that are listed. */
const maxListed = 20

/** Sends synthetic visitors through the draft, and lists what stopped them. */
export function SyntheticVisitors({ onDraft }: { onDraft(test: FlowTest): void }) {
  const { bot, editing } = useBotEditor()
  const [report, setReport] = useState<WalkReport>()
  const { attempt, isBusy, error } = useAttempt()
  const send = () =>
    attempt(async () => {
      const draft = sourceOf(bot.id, 'draft', editing.document)
      setReport(await ask('walk', { draft, linked: await linkedSources(bot.id, editing.document) }))
    })
  return (
    <section className="stack" aria-label={t('Synthetic visitors')}>
      <div className="row">
        <h3 className="grow">{t('Synthetic visitors')}</h3>
        <button type="button" className="button small" disabled={isBusy} onClick={() => void send()}>
          <Footprints size={13} aria-hidden /> {isBusy ? t('Walking…') : t('Send visitors')}
        </button>
      </div>
      <ErrorNotice error={error} />
      {report === undefined ? (
        <p className="soft">
          {t('They try the answers that the flow offers and look for dead ends. Nothing is sent.')}
        </p>
      ) : (
        <Findings report={report} onDraft={onDraft} />
      )}
    </section>
  )
}

function Findings({ report, onDraft }: { report: WalkReport; onDraft(test: FlowTest): void }) {
  const { findings, unreached, isComplete, turns } = report
  const show = useShowBlock()
  return (
    <>
      <p role="status">
        {findings.length === 0
          ? t('{turns, plural, one {# turn} other {# turns}}: nothing found.', { turns })
          : t('{count, plural, one {# finding} other {# findings}}', { count: findings.length })}{' '}
        {!isComplete && t('The flow has more conversations than were tried.')}
      </p>
      <ul>
        {findings.map((finding) => (
          <li key={`${finding.kind} ${finding.blockId} ${finding.message}`} className="row">
            <button type="button" className="test-line grow" onClick={() => onDraft(finding.test)}>
              <span className="grow">
                <strong>{kinds[finding.kind]}</strong>
                <br />
                {translated(finding.message)}
                <br />
                <span className="faint">
                  {t('{count, plural, one {After # answer} other {After # answers}}', {
                    count: finding.replies.length,
                  })}
                </span>
              </span>
            </button>
            <ShowButton blockId={finding.blockId} show={show} />
          </li>
        ))}
      </ul>
      {unreached.length > 0 && (
        <Disclosure
          title={t('{count, plural, one {# block that no visitor reached} other {# blocks that no visitor reached}}', {
            count: unreached.length,
          })}
        >
          <ul>
            {unreached.slice(0, maxListed).map((blockId) => (
              <li key={blockId} className="row">
                <span className="grow cut">{show.nameOf(blockId)}</span>
                <ShowButton blockId={blockId} show={show} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  )
}

function ShowButton({ blockId, show }: { blockId: string | undefined; show: ReturnType<typeof useShowBlock> }) {
  if (blockId === undefined) return null
  return (
    <button
      type="button"
      className="button plain small icon-only"
      aria-label={t('Show on the canvas: {name}', { name: show.nameOf(blockId) })}
      onClick={() => show.block(blockId)}
    >
      <Crosshair size={14} />
    </button>
  )
}
