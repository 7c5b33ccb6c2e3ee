import type { ClientAction, Message, TurnAnswer } from './wire.js'

/** One thing to show or to do, in the order in which the visitor meets it. */
export type Step = { kind: 'message'; message: Message } | { kind: 'action'; action: ClientAction }

/**
 * The order of a turn: actions that follow no message come first, each other one after the message that it names. Actions keep
 * their own order, so that one which waits for a later message holds up those behind it. What names no message of the turn
 * comes last: it is late rather than lost, since the flow may be waiting for its reply. What it does wait for ends its turn, so that it
 * comes last even where the message that it names is said twice.
 */
export function stepsOf({ messages, clientSideActions = [] }: TurnAnswer): Step[] {
  const steps: Step[] = clientSideActions.filter((action) => !action.lastBubbleBlockId).map(asStep)
  const waiting = clientSideActions.filter((action) => action.lastBubbleBlockId)
  for (const message of messages) {
    steps.push({ kind: 'message', message })
    while (waiting[0]?.lastBubbleBlockId === message.id && !waiting[0].expectsDedicatedReply)
      steps.push(asStep(waiting.shift() as ClientAction))
  }
  return [...steps, ...waiting.map(asStep)]
}

const asStep = (action: ClientAction): Step => ({ kind: 'action', action })

/** True for a message that the flow waits behind until the page in it has spoken. */
export function waitsForPage(message: Message): boolean {
  if (message.type === 'embed') return message.content.waitForEvent?.isEnabled === true
  return message.type === 'custom-embed' && message.content.waitForEventFunction !== undefined
}
