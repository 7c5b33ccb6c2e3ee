import type { ChatRecord } from './chat-state.js'
import type { Conversation } from './conversation.js'
import type { ConversationOptions } from './conversation-options.js'
import type { TurnAnswer } from './wire.js'

type Wait = NonNullable<ChatRecord['wait']>

const requestTimeout = 40_000
const maxSleep = 60_000
const retryPause = 15_000
/** Milliseconds after which a page has missed a time, because it was closed or its device slept: further waits may be over, too. */
const lateness = 5_000

/**
 * Shows what the flow says when the visitor does not answer in time. The service decides whether the time has passed, so that a clock that is wrong
 * costs a request and no more. In previews authors choose that.
 */
export function continueUnanswered(conversation: Conversation, options: ConversationOptions): void {
  if (options.request.isPreview) return
  let watched: string | undefined
  let watching = new AbortController()
  let isLate = false
  const look = () => {
    const { wait, pending, steps, phase } = conversation.state
    const id = wait && !pending && steps.length === 0 && phase === 'ready' ? wait.id : undefined
    if (id === watched) return
    watching.abort()
    watched = id
    if (!wait || id === undefined) return
    watching = new AbortController()
    void follow(wait, watching.signal)
  }
  const follow = async ({ id, at }: Wait, stopped: AbortSignal) => {
    const due = isLate ? 0 : at
    const answer = await turnAfter(
      conversation,
      options,
      { id, at: due },
      AbortSignal.any([stopped, conversation.life]),
    )
    isLate = answer !== undefined && due < Date.now() - lateness
    if (answer) await conversation.receive(answer, id)
  }
  conversation.subscribe(look)
  look()
}

/** Resolves to the turn that ends a wait; undefined if there is none, or once the signal is aborted. */
async function turnAfter(
  { state: { session } }: Conversation,
  { connection, surroundings }: ConversationOptions,
  { id, at }: Wait,
  signal: AbortSignal,
): Promise<TurnAnswer | undefined> {
  const body = { message: { type: 'no-answer', waitId: id, onlyIfOver: true } }
  for (let due = at; !signal.aborted; ) {
    const rest = due - Date.now()
    if (rest > 0) {
      // In pieces, because timers stand still while a device sleeps.
      await surroundings.sleep(Math.min(rest, maxSleep), signal)
      continue
    }
    let pause = retryPause
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(requestTimeout)])
      const response = await connection.post(`/v1/sessions/${session?.sessionId}/continueChat`, body, {}, limit)
      const answer = response.ok ? ((await response.json()) as TurnAnswer & { heldBy?: unknown }) : undefined
      // While somebody else speaks nothing is over; the wait begins again when the bot does.
      if (answer?.heldBy) pause = maxSleep
      else if (answer) return answer
      else if (response.status < 425) return undefined
      else if (response.status === 425) pause = 1_000 * (Number(response.headers.get('retry-after')) || 1)
    } catch {}
    due = Date.now() + pause
  }
  return undefined
}
