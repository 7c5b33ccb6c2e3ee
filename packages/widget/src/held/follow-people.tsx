import { useEffect, useRef } from 'preact/hooks'
import { personInput } from '../conversation/after-answer.js'
import type { BotEntry, ChatState, Entry } from '../conversation/chat-state.js'
import type { Held, TurnAnswer } from '../conversation/wire.js'
import { type ChatServices, useChatState, useServices } from '../view/chat-context.js'
import { messagesOf, type SaidMessage } from './person-messages.js'

interface SaidMessages {
  messages: SaidMessage[]
  last: number
  heldBy: { by: Held['by']; name: string | null } | null
  isFollowed: boolean
}

/** Milliseconds between two requests where there is no stream. */
const withoutStream = 10_000
/** Milliseconds for which a sign of typing is shown: the person repeats it sooner. */
const typingTime = 5_000
/** Milliseconds between two reports that the visitor types. */
const betweenReports = 3_000

/**
 * Shows what people say in place of the bot, and notices when the bot speaks again: at once while they may speak, otherwise when somebody
 * comes back to the page.
 */
export default function FollowPeople() {
  const services = useServices()
  const { entries, session, held, isFollowed } = useChatState()
  const sessionId = session?.sessionId
  const isOpen = sessionId !== undefined && (held !== undefined || isFollowed === true)
  // Nobody answers in a preview or in a sample of a theme.
  const { isPreview } = services.connection
  useEffect(() => (isOpen && !isPreview ? follow(services) : undefined), [isOpen, sessionId])
  useEffect(() => (isPreview ? undefined : lookOnReturn(services)), [sessionId])
  const people = entries.filter((entry): entry is BotEntry => entry.kind === 'bot' && entry.by !== undefined)
  // Earlier messages are in the transcript.
  const before = useRef(people.length)
  return (
    <div class="sr" role="status" aria-atomic={false}>
      {people.slice(before.current).map(({ id, message }) => (
        <p key={id}>{message.type === 'text' ? message.content.plainText : ''}</p>
      ))}
    </div>
  )
}

export const typingEvent = 'persontyping'

function lookOnReturn(services: ChatServices): () => void {
  let hiddenAt = 0
  const onVisibility = () => {
    if (document.hidden) hiddenAt = Date.now()
    else if (Date.now() - hiddenAt > away) void look(services)
  }
  onVisibility()
  document.addEventListener('visibilitychange', onVisibility)
  return () => document.removeEventListener('visibilitychange', onVisibility)
}

/** Milliseconds after which a page that was hidden is read again. */
const away = 10_000

function follow(services: ChatServices): () => void {
  const { connection, conversation, root } = services
  const path = `/v1/sessions/${conversation.state.session?.sessionId}`
  let timer: ReturnType<typeof setTimeout> | undefined
  let typing: ReturnType<typeof setTimeout> | undefined
  let reported = 0
  const source = new EventSource(`${connection.host}/api${path}/messages/events`)
  const lookNow = () => void look(services)
  source.onopen = lookNow
  source.addEventListener('changed', lookNow)
  source.addEventListener('typing', () => {
    clearTimeout(typing)
    typing = setTimeout(showTyping, typingTime, root, false)
    showTyping(root, true)
  })
  // A browser reconnects by itself, unless the service declined.
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) timer ??= setInterval(lookNow, withoutStream)
  }
  const report = () => {
    if (conversation.state.held?.by !== 'person' || Date.now() - reported < betweenReports) return
    reported = Date.now()
    connection.post(`${path}/typing`, {}).catch(() => {})
  }
  root.addEventListener('input', report)
  return () => {
    root.removeEventListener('input', report)
    source.close()
    clearInterval(timer)
    clearTimeout(typing)
  }
}

const showTyping = (root: ShadowRoot, detail: boolean) => root.dispatchEvent(new CustomEvent(typingEvent, { detail }))

const looking = new WeakMap<object, Promise<void>>()

/** Reads what was said since the last time, one request after another. */
function look(services: ChatServices): Promise<void> {
  const { conversation } = services
  const next = (looking.get(conversation) ?? Promise.resolve()).then(() => read(services)).catch(() => {})
  looking.set(conversation, next)
  return next
}

async function read({ connection, conversation, root }: ChatServices): Promise<void> {
  for (;;) {
    const { session, lastMessage = 0 } = conversation.state
    if (!session) return
    const path = `/api/v1/sessions/${session.sessionId}/messages?after=${lastMessage}`
    const response = await fetch(connection.host + path, { headers: connection.headers })
    if (!response.ok) return void response.body?.cancel()
    const said = (await response.json()) as SaidMessages
    if (conversation.state.session?.sessionId !== session.sessionId) return
    if (said.messages.some(({ kind }) => kind === 'person')) showTyping(root, false)
    await apply(said, conversation)
    if (said.last <= lastMessage) return
  }
}

/** Parts of a message that get ids: its text and its files. */
const maxParts = 16

async function apply({ messages, last, heldBy, isFollowed }: SaidMessages, conversation: ChatServices['conversation']) {
  const { state } = conversation
  const before = state.lastMessage ?? 0
  // Another tab may have shown some of them meanwhile.
  const fresh = messages.filter(({ number }) => number > before)
  const isResolved = fresh.length > 0 ? fresh.at(-1)?.to === 'resolved' : state.held?.isResolved
  const held = heldBy ? { by: heldBy.by, name: heldBy.name ?? undefined, isResolved } : undefined
  const isSameHolder = state.held?.by === held?.by && state.held?.name === held?.name
  if (isFollowed !== Boolean(state.isFollowed)) conversation.set({ isFollowed })
  if (fresh.length === 0 && last <= before && isSameHolder) return
  const entries: Entry[] = []
  const change: Partial<ChatState> = { lastMessage: Math.max(last, before), held }
  if (held && !state.held) Object.assign(change, { input: personInput, heldInput: state.input, isEnded: false })
  if (!held && state.held) Object.assign(change, { input: state.heldInput, heldInput: undefined })
  let turn: TurnAnswer | undefined
  const previous = state.entries.at(-1)
  let by: string | null | undefined = previous?.kind === 'bot' ? previous.by : undefined
  for (const one of fresh) {
    if (one.kind === 'person')
      // The same in each tab.
      for (const [index, message] of messagesOf(one, by !== one.name).entries())
        entries.push({
          kind: 'bot',
          id: -(one.number * maxParts + index),
          turn: state.turn,
          message,
          by: one.name ?? '',
        })
    by = one.kind === 'person' ? one.name : undefined
    if (one.kind !== 'event') continue
    if (one.to === 'bot' && one.turn) turn = one.turn
    if (one.to === 'closed') Object.assign(change, { isEnded: true, input: undefined })
  }
  conversation.set({ ...change, entries: [...conversation.state.entries, ...entries] })
  if (turn) await conversation.take(turn)
  else conversation.keep()
}
