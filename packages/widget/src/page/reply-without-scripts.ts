import type { PageDrawer } from '@colloquy/chat'
import { waitsForPage } from '../conversation/steps-of.js'
import type { TurnAnswer } from '../conversation/wire.js'

/**
 * A script that failed answers with its own text, a request that failed with its status; all else is gone on from without a word,
 * as the widget does when something has happened or cannot happen.
 */
export const replyWithoutScripts: PageDrawer['replyWithoutScripts'] = (turn) => {
  const { messages, clientSideActions = [], input } = turn as TurnAnswer
  if (input) return undefined
  const action = clientSideActions.find((one) => one.expectsDedicatedReply)
  if (action?.type === 'setVariable') return text(action.setVariable.scriptToExecute.content)
  if (action?.type === 'httpRequestToExecute')
    return text(JSON.stringify({ statusCode: 500, data: 'The browser runs no scripts' }))
  return action || messages.some(waitsForPage) ? {} : undefined
}

const text = (it: string) => ({ message: { type: 'text' as const, text: it } })
