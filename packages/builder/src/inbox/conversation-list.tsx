import { useEffect, useRef } from 'react'
import { ago } from '../design/ago.js'
import { useNow } from '../design/use-now.js'
import { useShownRows } from '../design/use-shown-rows.js'
import { t } from '../i18n/i18n.js'
import type { Conversation } from './conversation.js'

interface ConversationListProps {
  conversations: readonly Conversation[]
  openedId: string | undefined
  hasMore: boolean
  /** Names by ids of bots, people and teams. */
  names: ReadonlyMap<string, string>
  onOpen(sessionId: string): void
  onHover(sessionId: string): void
  onEnd(): void
}

/** Pixels, as in the style sheet. */
const rowHeight = 76
/** Rows that are rendered beyond the visible ones. */
const margin = 8

/** A list of any length, of which the visible rows are rendered. */
export function ConversationList(props: ConversationListProps) {
  const { conversations, openedId, hasMore, names, onOpen, onHover, onEnd } = props
  const frame = useRef<HTMLDivElement>(null)
  const now = useNow()
  const count = conversations.length
  const openedAt = conversations.findIndex(({ sessionId }) => sessionId === openedId)
  useEffect(() => {
    const element = frame.current
    if (!element || openedAt < 0) return
    const top = openedAt * rowHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight
  }, [openedAt])
  const { from, to } = useShownRows(frame, { count, rowHeight, margin })
  const isAtEnd = to >= count
  useEffect(() => {
    if (isAtEnd && hasMore) onEnd()
  }, [isAtEnd, hasMore, onEnd])
  return (
    <div className="inbox-rows" ref={frame}>
      <ul style={{ height: count * rowHeight }} aria-label={t('Conversations')}>
        {conversations.slice(from, to).map((conversation, index) => (
          <li
            key={conversation.sessionId}
            style={{ top: (from + index) * rowHeight }}
            aria-setsize={hasMore ? -1 : count}
            aria-posinset={from + index + 1}
          >
            <Row
              conversation={conversation}
              isOpen={conversation.sessionId === openedId}
              names={names}
              now={now}
              onOpen={onOpen}
              onHover={onHover}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RowProps {
  conversation: Conversation
  isOpen: boolean
  names: ReadonlyMap<string, string>
  now: number
  onOpen(sessionId: string): void
  onHover(sessionId: string): void
}

function Row({ conversation, isOpen, names, now, onOpen, onHover }: RowProps) {
  const { sessionId, botId, visitor, channel, state, assigneeId, teamId, lastText, lastAt, waitingSince } = conversation
  const assignee = assigneeId === null ? t('Unassigned') : (names.get(assigneeId) ?? t('Former member'))
  const team = teamId === null ? undefined : names.get(teamId)
  return (
    <button
      type="button"
      className="inbox-row"
      aria-current={isOpen}
      data-waiting={waitingSince !== null}
      onClick={() => onOpen(sessionId)}
      onPointerEnter={() => onHover(sessionId)}
      onFocus={() => onHover(sessionId)}
    >
      <span className="row">
        <span className="inbox-who cut grow">{visitor?.name ?? t('Visitor')}</span>
        <span className="faint">{ago(lastAt, now)}</span>
      </span>
      <span className="inbox-last cut">{lastText || t('No messages yet')}</span>
      <span className="row faint">
        {waitingSince !== null && <span className="inbox-dot" role="img" aria-label={t('Waits for a reply')} />}
        <span className="cut grow">
          {names.get(botId) ?? t('Bot')} · {state === 'bot' || state === 'returned' ? t('The bot answers') : assignee}
        </span>
        {team && <span className="tag cut inbox-team">{team}</span>}
        {channel !== 'web' && <span className="tag">{names.get(channel) ?? channel}</span>}
      </span>
    </button>
  )
}
