import type { Entry } from '../conversation/chat-state.js'
import { MessageView } from '../messages/message-views.js'
import { safePicture } from '../theme/safe-address.js'
import { useChatState, useServices } from '../view/chat-context.js'
import { asked } from '../view/invalid-reply.js'
import { lazyView } from '../view/lazy-view.js'

const SentFileView = lazyView(
  () => import('../messages/media-message.js').then(({ SentFileView }) => ({ default: SentFileView })),
  true,
)
const StreamText = lazyView(() => import('./soon.js').then(({ StreamText }) => ({ default: StreamText })))

/** The conversation, in groups of one speaker each under a heading that screen readers can jump to. */
export function Transcript() {
  const { texts, conversation } = useServices()
  const state = useChatState()
  const { earlier, entries, isTyping, pending, notice, phase } = state
  const [question, last] = asked(state)
  const isWaiting = isTyping || phase === 'starting' || (pending !== undefined && notice?.kind !== 'offline')
  const groups = groupBySpeaker(entries)
  const isNewGroup = isWaiting && groups.at(-1)?.speaker !== 'bot'
  return (
    <div class="log" role="log" aria-live="off" aria-label={texts.chat} tabIndex={-1}>
      {earlier && <p class="earlier">{earlier}</p>}
      {groups.map((group, index) => (
        <section key={group.entries[0]?.id} class={`said ${group.speaker}`}>
          <h2 class="sr">{group.speaker === 'bot' ? texts.bot : texts.you}</h2>
          <Avatar speaker={group.speaker} url={group.avatarUrl} />
          <div class="bubbles">
            {group.entries.map((entry) => (
              <EntryView
                key={entry.id}
                id={entry === question ? 'question' : entry === last ? 'invalid' : undefined}
                entry={entry}
                isPending={entry.id === pending?.entryId}
              />
            ))}
            {isWaiting && !isNewGroup && index === groups.length - 1 && <Typing />}
          </div>
        </section>
      ))}
      {isNewGroup && (
        <div class="said bot">
          <Avatar speaker="bot" url={conversation.state.dynamicTheme?.hostAvatarUrl} />
          <div class="bubbles">
            <Typing />
          </div>
        </div>
      )}
    </div>
  )
}

interface EntryProps {
  /** Set where an input refers to the entry. */
  id: string | undefined
  entry: Entry
  isPending: boolean
}

function EntryView({ id, entry, isPending }: EntryProps) {
  const { texts } = useServices()
  if (entry.kind !== 'guest')
    return (
      <div class="entry" id={id}>
        {entry.kind === 'stream' ? (
          <StreamText text={entry.text} isOver={entry.isOver} />
        ) : (
          <MessageView message={entry.message} turn={entry.turn} />
        )}
      </div>
    )
  return (
    <div class={`entry ${isPending ? 'pending' : ''}`}>
      {entry.files?.map((file) => (
        <SentFileView key={file.url} file={file} />
      ))}
      {entry.text && (
        <div class="bubble guest" part="guest-bubble" dir="auto">
          {entry.text}
        </div>
      )}
      {isPending && <span class="sr">{texts.sending}</span>}
    </div>
  )
}

function Typing() {
  const { texts, conversation } = useServices()
  return (
    <button
      type="button"
      class="bubble host typing"
      aria-label={texts.typing}
      onClick={() => conversation.skipTyping()}
    >
      <span />
      <span />
      <span />
    </button>
  )
}

function Avatar({ speaker, url }: { speaker: 'bot' | 'guest'; url: string | undefined }) {
  const { session, dynamicTheme } = useChatState()
  const chat = session?.bot.theme.chat
  const [given, isOnByDefault, now] =
    speaker === 'bot'
      ? [chat?.hostAvatar, true, dynamicTheme?.hostAvatarUrl]
      : [chat?.guestAvatar, false, dynamicTheme?.guestAvatarUrl]
  if (!(given?.isEnabled ?? isOnByDefault)) return null
  const source = safePicture(url ?? (given?.url?.startsWith('{{') ? now : given?.url) ?? now)
  return (
    <div class="avatar" part="avatar" aria-hidden="true">
      {source ? (
        <img src={source} alt="" />
      ) : (
        <svg aria-hidden="true" viewBox="0 0 36 36">
          <path d="M10 13a4 4 0 0 1 4-4h8a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4h-4l-5 4V23a4 4 0 0 1-3-4zm5 2v2m6-2v2" />
        </svg>
      )}
    </div>
  )
}

interface Group {
  speaker: 'bot' | 'guest'
  entries: Entry[]
  avatarUrl?: string
}

function groupBySpeaker(entries: readonly Entry[]): Group[] {
  const groups: Group[] = []
  for (const entry of entries) {
    const speaker = entry.kind === 'guest' ? 'guest' : 'bot'
    const last = groups.at(-1)
    const isSame = last?.speaker === speaker && last.avatarUrl === entry.avatarUrl
    if (isSame) last.entries.push(entry)
    else groups.push({ speaker, entries: [entry], avatarUrl: entry.avatarUrl })
  }
  return groups
}
