import type { ChatServices } from './chat-context.js'

/** The element of the chat. */
type Host = Element & { noAnswer?: () => void }

/** Timers stand still while a device sleeps. */
const maxSleep = 60_000

/**
 * Shows what the flow says when a question is not answered in time. The service decides when that is: asked too early, it says when to repeat
 * the request. In previews authors choose it, by a method of the element.
 */
export async function continueUnanswered({
  conversation,
  connection,
  root,
}: Pick<ChatServices, 'conversation' | 'connection' | 'root'>): Promise<void> {
  const { wait, session, turn } = conversation.state
  const host = root.host as Host
  const type = 'no-answer'
  host.noAnswer = () => conversation.reply(turn, { message: { type } })
  if (!wait || connection.isPreview) return
  const { waitId, after } = wait
  const due = Date.now() + after
  const isOver = () => conversation.state.wait?.waitId !== waitId || conversation.state.pending
  while (Date.now() < due) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(due - Date.now(), maxSleep)))
    if (isOver()) return
  }
  const outcome = await connection.reply(session!.sessionId, { type, waitId, onlyIfOver: true }, waitId)
  // While somebody else speaks nothing is over.
  if (outcome.kind === 'refused' || isOver() || outcome.answer.heldBy) return
  const { noAnswer } = outcome.answer
  // After an absence, the next wait may be over, too.
  if (noAnswer && Date.now() > due + after) noAnswer.after = 0
  await conversation.take(outcome.answer)
}
