import type { ActionContext, ActionOutcome, ActiveConversation } from '../conversation/action-context.js'
import type { ClientAction } from '../conversation/wire.js'
import type { ActionTools } from './action-tools.js'
import { injectStartProps } from './inject-start-props.js'
import { listenForWebhook } from './listen-for-webhook.js'
import { openPage } from './open-page.js'
import { requestFromPage } from './request-from-page.js'
import { isCodeWithReturn, runScript, scriptOf } from './run-script.js'
import { streamReply } from './stream-reply.js'

import { trackAnalytics, trackPixel } from './track.js'

export { runScript }

type Payload<T extends ClientAction['type']> = Extract<ClientAction, { type: T }>
type Runner<T extends ClientAction['type']> = (action: Payload<T>, tools: ActionTools) => Promise<ActionOutcome>

const done: ActionOutcome = { kind: 'done' }

/** One runner for each kind of action. */
const runners: { [T in ClientAction['type']]: Runner<T> } = {
  async scriptToExecute({ scriptToExecute }, tools) {
    const message = await runScript({ ...scriptOf(scriptToExecute), ...whereOf(tools) })
    if (typeof message === 'string') tools.events?.scriptDone?.(message)
    return done
  },

  async codeToExecute({ codeToExecute }, tools) {
    await runScript({ ...codeToExecute, ...whereOf(tools) })
    return done
  },

  async chatwoot({ chatwoot }, tools) {
    await runScript({ ...scriptOf(chatwoot.scriptToExecute), ...whereOf(tools) })
    return done
  },

  /** Code that fails returns an empty value. Text that is not marked as code and fails is a plain sentence, and its own value. */
  async setVariable({ setVariable: { scriptToExecute } }, tools) {
    const { content, args } = scriptOf(scriptToExecute)
    try {
      const code = isCodeWithReturn(content) ? content : `return ${content}`
      const value = await runScript({ content: code, args, ...whereOf(tools) })
      return { kind: 'reply', text: textOf(value) }
    } catch (error) {
      if (!scriptToExecute.isCode) return { kind: 'reply', text: content }
      const description = 'The code of a variable failed in the browser'
      tools.context.log({ status: 'error', description, details: String(error) })
      return { kind: 'reply', text: '' }
    }
  },

  redirect: async ({ redirect }, tools) => openPage(redirect, tools),

  async wait({ wait, expectsDedicatedReply }, { surroundings, context, untilGoOn }) {
    const seconds = Math.min(Math.max(0, wait.secondsToWaitFor), 86_400)
    const isOver = surroundings.sleep(seconds * 1000, context.signal)
    await (expectsDedicatedReply && untilGoOn ? Promise.race([isOver, untilGoOn()]) : isOver)
    return done
  },

  httpRequestToExecute: ({ httpRequestToExecute }, tools) => requestFromPage(httpRequestToExecute, tools),
  stream: (_, tools) => streamReply(tools),
  streamOpenAiChatCompletion: (_, tools) => streamReply(tools),
  listenForWebhook: (_, tools) => listenForWebhook(tools),
  startPropsToInject: async ({ startPropsToInject }, tools) => injectStartProps(startPropsToInject, tools),
  googleAnalytics: async ({ googleAnalytics }, tools) => trackAnalytics(googleAnalytics, tools),
  pixel: async ({ pixel }, tools) => trackPixel(pixel, tools),
}

/** Performs an action of the flow in the browser. Throws what a script throws. */
export async function runAction(
  action: ClientAction,
  conversation: ActiveConversation,
  signal: AbortSignal,
  given: Omit<ActionTools, 'context'>,
): Promise<ActionOutcome> {
  const tools = { ...given, context: contextOf(conversation, signal) }
  const run = runners[action.type] as Runner<ClientAction['type']> | undefined
  if (run) return run(action as never, tools)
  return { kind: 'failed', log: { status: 'error', description: `Unknown action: ${action.type}` } }
}

function contextOf(conversation: ActiveConversation, signal: AbortSignal): ActionContext {
  let id: number | undefined
  return {
    get state() {
      return conversation.state
    },
    signal,
    notice: (notice) => conversation.set({ notice }),
    log: (log) => conversation.log(log),
    stream: (text, isOver) => {
      id ??= conversation.newId()
      const { entries, turn, dynamicTheme } = conversation.state
      const rest = entries.filter((entry) => entry.id !== id)
      const avatarUrl = dynamicTheme?.hostAvatarUrl
      const entry = { kind: 'stream' as const, id, turn, text, isOver, avatarUrl }
      conversation.set({ entries: text === '' ? rest : [...rest, entry], isTyping: text === '' && !isOver })
    },
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)

const whereOf = ({ scripts, connection }: ActionTools) => ({ mode: scripts, host: connection.host })
