import type { PageRenderer } from '@colloquy/chat'
import { waitsForPage } from '../conversation/steps-of.js'
import type { TurnAnswer } from '../conversation/wire.js'

/**
 * Replies like the widget when scripts fail: text that is not marked as code is its own value, code returns an empty value, a request its
 * status, and any other action continues without a reply.
 */
export const replyWithoutScripts: PageRenderer['replyWithoutScripts'] = (turn) => {
  const { messages, clientSideActions = [], input } = turn as TurnAnswer
  if (input) return undefined
  const action = clientSideActions.find((one) => one.expectsDedicatedReply)
  if (action?.type === 'setVariable') {
    const { content, isCode } = action.setVariable.scriptToExecute
    return text(isCode ? '' : content)
  }
  if (action?.type === 'httpRequestToExecute')
    return text(JSON.stringify({ statusCode: 500, data: 'The browser runs no scripts' }))
  return action || messages.some(waitsForPage) ? {} : undefined
}

const text = (it: string) => ({ message: { type: 'text' as const, text: it } })
