import { Bot, Clock, StickyNote, UserRound } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { dayOf } from '../design/dates.js'
import { useStore } from '../design/store.js'
import { locale, t } from '../i18n/i18n.js'
import { type Delivery, DeliveryMark } from '../results/delivery-mark.js'
import { LinkedText, Media } from '../results/linked-text.js'
import { authorOf, eventText } from './authors.js'
import type { ConversationEntry, TranscriptPart } from './conversation.js'
import { noteParts } from './note-parts.js'
import { type Outgoing, outgoing, sendNow, takeBack, undoTime } from './outgoing.js'
import { typing } from './typing.js'
import '../comments/comments.css'

interface TranscriptProps {
  sessionId: string
  userId: string
  /** Names by ids of people whom notes mention. */
  names: ReadonlyMap<string, string>
  parts: readonly TranscriptPart[]
  hasEarlier: boolean
  onTakenBack(message: Outgoing): void
}

/** The messages of a conversation, each with its author. The view stays at its end while messages come, unless somebody reads further up. */
export function Transcript({ sessionId, userId, names, parts, hasEarlier, onTakenBack }: TranscriptProps) {
  const now = useStore(typing, (it) => it.now)
  const isTyping = now.some((one) => one.sessionId === sessionId && one.by === 'visitor')
  const waiting = useStore(outgoing, (it) => it.messages).filter((message) => message.sessionId === sessionId)
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them adds something at the end
  useEffect(() => {
    const element = scroller.current
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight
  }, [parts, waiting.length, isTyping])
  let day = ''
  const newDay = (time: string): ReactNode => {
    const next = dayOf(time)
    if (next === day) return null
    day = next
    return <p className="inbox-day">{next}</p>
  }
  // Only the phone speaks beside a person of the inbox, and without an event.
  let elsewhere: string | null = 'phone'
  const saidBy = (message: ConversationEntry): string => {
    if (message.to === 'elsewhere') elsewhere = message.authorId
    return authorOf(message, elsewhere)
  }
  return (
    <div
      className="inbox-transcript"
      role="log"
      aria-label={t('Conversation')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reachable by keyboard
      tabIndex={0}
      ref={scroller}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEnd
      }}
    >
      {hasEarlier && <p className="inbox-day">{t('Earlier messages are in the results.')}</p>}
      {parts.map((part) =>
        'message' in part ? (
          <Fragment key={`m${part.message.number}`}>
            {newDay(part.message.createdAt)}
            <Message message={part.message} author={saidBy(part.message)}>
              {part.message.kind === 'note' && part.message.text !== null && (
                <NoteText text={part.message.text} names={names} userId={userId} />
              )}
            </Message>
          </Fragment>
        ) : (
          <Fragment key={`t${part.turn}`}>
            {newDay(part.createdAt)}
            {part.entries.map((entry, index) => (
              <Bubble
                // biome-ignore lint/suspicious/noArrayIndexKey: a turn does not change
                key={index}
                by={entry.role === 'user' ? 'visitor' : 'bot'}
                name={entry.role === 'user' ? t('Visitor') : t('Bot')}
                time={part.createdAt}
                delivery={entry.role === 'user' || index < part.entries.length - 1 ? undefined : part.delivery}
              >
                {entry.type === 'text' ? (
                  <LinkedText text={entry.text ?? ''} />
                ) : (
                  <Media address={entry[entry.type] ?? ''} kind={entry.type} />
                )}
              </Bubble>
            ))}
          </Fragment>
        ),
      )}
      {isTyping && <p className="inbox-typing">{t('The visitor is typing…')}</p>}
      {waiting.map((message) => (
        <Waiting key={message.key} message={message} onTakenBack={onTakenBack} />
      ))}
    </div>
  )
}

/** Pixels. */
const nearEnd = 80

type Author = 'visitor' | 'bot' | 'person' | 'note'

const icons = { visitor: UserRound, bot: Bot, person: UserRound, note: StickyNote }

interface BubbleProps {
  by: Author
  name: string
  /** Undefined for one that is not sent yet. */
  time: string | undefined
  /** Report of the channel about it. */
  delivery?: Delivery | undefined
  children: ReactNode
}

function Bubble({ by, name, time, delivery, children }: BubbleProps) {
  const Icon = icons[by]
  return (
    <article className={`inbox-said by-${by}`}>
      <header className="faint">
        <Icon size={12} aria-hidden /> {name}
        {time !== undefined && (
          <time dateTime={time}>{new Date(time).toLocaleTimeString(locale, { timeStyle: 'short' })}</time>
        )}
        {delivery && <DeliveryMark delivery={delivery} />}
      </header>
      <div className="inbox-bubble" dir="auto">
        {children}
      </div>
    </article>
  )
}

interface MessageProps {
  message: ConversationEntry
  author: string
  /** In place of its text. */
  children: ReactNode
}

function Message({ message, author, children }: MessageProps) {
  const { kind, text, attachedFileUrls = [], createdAt, delivery } = message
  if (kind === 'event') return <p className="inbox-event">{eventText(message)}</p>
  return (
    <Bubble by={kind} name={author} time={createdAt} delivery={delivery}>
      {children || (text !== null && <LinkedText text={text} />)}
      {attachedFileUrls.map((url) => (
        <div key={url}>
          <LinkedText text={url} />
        </div>
      ))}
    </Bubble>
  )
}

interface NoteTextProps {
  text: string
  names: ReadonlyMap<string, string>
  userId: string
}

function NoteText({ text, names, userId }: NoteTextProps) {
  return noteParts(text, names).map((part, index) =>
    part.mentioned ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text of a note does not change
      <span key={index} className="mention" data-me={part.mentioned.id === userId}>
        @{part.mentioned.name}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text of a note does not change
      <LinkedText key={index} text={part.text} />
    ),
  )
}

function Waiting({ message, onTakenBack }: { message: Outgoing; onTakenBack(message: Outgoing): void }) {
  const { key, kind, text, files, sendsAt } = message
  const undo = () => {
    const taken = takeBack(key)
    if (taken) onTakenBack(taken)
  }
  return (
    <Bubble by={kind} name={sendsAt === undefined ? t('Sending…') : t('Not sent yet')} time={undefined}>
      <LinkedText text={text} />
      {files.map((url) => (
        <div key={url}>
          <LinkedText text={url} />
        </div>
      ))}
      {sendsAt !== undefined && kind === 'person' && (
        <div className="row inbox-undo" style={{ '--undo-time': `${undoTime}ms` } as React.CSSProperties}>
          <Clock size={12} aria-hidden />
          <button type="button" className="link" onClick={undo}>
            {t('Undo')}
          </button>
          <button type="button" className="link" onClick={() => sendNow(key)}>
            {t('Send now')}
          </button>
        </div>
      )}
    </Bubble>
  )
}
