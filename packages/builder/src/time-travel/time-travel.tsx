import { findBlock } from '@colloquy/flow/operations'
import { ArrowLeft, Play } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { momentOf } from '../design/dates.js'
import { ErrorNotice } from '../design/error-notice.js'
import { type BotEditor, useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { LogList } from '../preview/log-list.js'
import { Agreement } from './agreement.js'
import { markPath } from './path-marks.js'
import { logsAt, type OtherReply, type Recording, valuesAt } from './recording.js'
import { Scrubber } from './scrubber.js'
import { TurnList } from './turn-list.js'

interface TimeTravelProps {
  /** The draft, which a preview continues with. */
  draft: BotEditor
  resultId: string
  recording: Recording
  others: readonly OtherReply[]
  isPending: boolean
  error: Error | undefined
  onOthers(others: readonly OtherReply[]): void
}

/** Beside the canvas: what was said, and variables and logs as they stood at one turn. Below: the scrubber over all turns. */
export function TimeTravel({ draft, resultId, recording, others, isPending, error, onOthers }: TimeTravelProps) {
  const { editing, view } = useBotEditor()
  const { turns } = recording
  const [wanted, setAt] = useState(turns.length - 1)
  const at = Math.min(wanted, turns.length - 1)
  const turn = turns[at]
  const awaits = turn?.awaits
  useEffect(() => {
    const groupOf = (id: string) => findBlock(editing.document, id)?.group.id
    const groupId = awaits === undefined ? groupOf(turns[at]?.path?.at(-1) ?? '') : groupOf(awaits)
    view.set({
      runningBlockId: awaits,
      ...(groupId && { focus: { nodeId: groupId, blockId: awaits ?? turns[at]?.path?.at(-1), isFollowed: true } }),
    })
    return markPath(turns, at, groupOf)
  }, [editing, view, turns, at, awaits])
  const answerOtherwise = (text: string, position: number) => {
    onOthers([...others, { turn: position, text }])
    setAt(position)
  }
  const [first] = turns
  const obstacleId = useId()
  const obstacle = obstacleTo(
    recording,
    at,
    (id) => !findBlock(editing.document, id) || findBlock(draft.editing.document, id),
  )
  return (
    <>
      <aside className="recording-side" aria-label={t('Recording')}>
        <div className="side-head">
          <Link
            href={`/bots/${draft.bot.id}/results/${resultId}`}
            className="button plain small icon-only"
            aria-label={t('Back to the result')}
          >
            <ArrowLeft size={16} />
          </Link>
          <h1 className="cut grow">{t('Recording')}</h1>
          <Continue
            draft={draft}
            resultId={resultId}
            others={others}
            obstacle={obstacle}
            obstacleId={obstacleId}
            at={at}
          />
        </div>
        {obstacle && (
          <p className="recording-obstacle faint" id={obstacleId}>
            {obstacle}
          </p>
        )}
        <div className="recording-talk" data-pending={isPending}>
          <ErrorNotice error={error} />
          {first?.at && <p className="soft">{t('Conversation of {moment}', { moment: momentOf(first.at) })}</p>}
          <Agreement recording={recording} others={others} onReset={() => onOthers([])} />
          <TurnList
            turns={turns}
            at={at}
            others={others}
            mayAnswer={recording.isUnknown === undefined}
            onGo={setAt}
            onAnswer={answerOtherwise}
          />
        </div>
        <State turns={turns} at={at} isPending={isPending} />
      </aside>
      <Scrubber turns={turns} at={at} onGo={setAt} />
    </>
  )
}

interface StateProps {
  turns: Recording['turns']
  at: number
  isPending: boolean
}

/** Variables and logs after a turn. They stay in view while the conversation scrolls. */
function State({ turns, at, isPending }: StateProps) {
  const values = valuesAt(turns, at)
  const logs = logsAt(turns, at)
  const list = useRef<HTMLDListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn has other new values
  useEffect(() => {
    const values = list.current
    if (!values) return
    const show = () => values.querySelector('[data-new="true"]')?.scrollIntoView({ block: 'nearest' })
    show()
    // Their height in view may only be known later, when the rest of the page is there.
    const sizes = new ResizeObserver(show)
    for (const it of [values, values.parentElement as HTMLElement]) sizes.observe(it)
    return () => sizes.disconnect()
  }, [turns, at])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <section className="recording-state" aria-label={t('State after this turn')} tabIndex={0} data-pending={isPending}>
      <h2>{t('Variables at this point')}</h2>
      {values.length === 0 && <p className="soft">{t('No variables set.')}</p>}
      <dl className="recording-values" ref={list}>
        {values.map(({ key, name, text, isNew }) => (
          <div key={key} data-new={isNew}>
            <dt className="cut" title={name}>
              {name}
            </dt>
            <dd>
              {text || <span className="faint">{t('empty')}</span>}{' '}
              {isNew && <span className="tag">{t('Set here')}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <h2>{t('Logs until here')}</h2>
      <LogList logs={logs} />
    </section>
  )
}

interface ContinueProps {
  draft: BotEditor
  resultId: string
  others: readonly OtherReply[]
  /** Why a preview cannot continue here. */
  obstacle: string | undefined
  /** Id of the element that shows it. */
  obstacleId: string
  at: number
}

/** Opens a preview of the draft with the state after this turn. */
function Continue({ draft, resultId, others, obstacle, obstacleId, at }: ContinueProps) {
  const [, go] = useLocation()
  return (
    <button
      type="button"
      className="button primary small"
      disabled={obstacle !== undefined}
      aria-describedby={obstacle && obstacleId}
      title={obstacle ?? t('Open a preview of the draft with this state. The result stays as it is.')}
      onClick={() => {
        draft.preview({ type: 'result', resultId, turn: at, ...(others.length > 0 && { replies: [...others] }) })
        go(`/bots/${draft.bot.id}`)
      }}
    >
      <Play size={13} aria-hidden /> {t('Continue from here')}
    </button>
  )
}

function obstacleTo({ turns }: Recording, at: number, isInDraft: (blockId: string) => unknown): string | undefined {
  const turn = turns[at]
  if (!turn?.isComputed) return t('The state at this turn is not known')
  if (turn.awaits === undefined) return t('The conversation ended here. Go to an earlier turn.')
  return isInDraft(turn.awaits) ? undefined : t('The draft no longer has the block that waits here')
}
