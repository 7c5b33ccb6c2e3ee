import type { ClientAction, Message, TurnAnswer } from './wire.js'

/** One playback item: a message to show or an action to run. */
export type Step = { kind: 'message'; message: Message } | { kind: 'action'; action: ClientAction }

/**
 * The order of a turn: actions that follow no message come first, every other one after the message that it names. Actions keep their
 * relative order, so an action that waits for a later message delays those after it. An action that names no message of the turn comes
 * last: late rather than lost, since the flow may wait for its reply. An action that the flow waits for ends its turn, so it comes last
 * even if the message that it names occurs twice. It skips texts without a visible character.
 */
export function stepsOf({ messages, clientSideActions = [] }: TurnAnswer): Step[] {
  const steps: Step[] = clientSideActions.filter((action) => !action.lastBubbleBlockId).map(asStep)
  const waiting = clientSideActions.filter((action) => action.lastBubbleBlockId)
  for (const message of messages) {
    if (!isEmpty(message)) steps.push({ kind: 'message', message })
    while (waiting[0]?.lastBubbleBlockId === message.id && !waiting[0].expectsDedicatedReply)
      steps.push(asStep(waiting.shift() as ClientAction))
  }
  return [...steps, ...waiting.map(asStep)]
}

/** True for a text of which nothing is visible: an empty block, or one whose variables have no value. */
const isEmpty = ({ type, content }: Message) => type === 'text' && content.plainText.trim() === ''

const asStep = (action: ClientAction): Step => ({ kind: 'action', action })

/** True for a message with a page that the flow waits for. */
export function waitsForPage(message: Message): boolean {
  if (message.type === 'embed') return message.content.waitForEvent?.isEnabled === true
  return message.type === 'custom-embed' && message.content.waitForEventFunction !== undefined
}
