import type { Message, RichTextNode } from '@colloquy/chat'
import { createStore, type Store } from '../design/store.js'
import { type Answer, request } from '../service/request.js'

type Turn = Answer<'continueChat'>
export type Input = NonNullable<Turn['input']>
export type Log = NonNullable<Turn['logs']>[number]

export type Line =
  | { kind: 'message'; message: Message }
  | { kind: 'reply'; text: string }
  | { kind: 'note'; text: string }

export interface PreviewState {
  lines: readonly Line[]
  input: Input | undefined
  logs: readonly Log[]
  isBusy: boolean
  isEnded: boolean
}

export interface PreviewChat {
  state: Store<PreviewState>
  send(text: string): Promise<void>
}

/** Runs the draft of a bot as its author. Scripts of the flow are named and not run. */
export function startPreview(botId: string, groupId: string | undefined): PreviewChat {
  const state = createStore<PreviewState>({ lines: [], input: undefined, logs: [], isBusy: true, isEnded: false })
  let sessionId: string | undefined
  const take = async (turn: Turn): Promise<void> => {
    const { lines, logs } = state.get()
    const actions = turn.clientSideActions ?? []
    const notes = actions.flatMap((action): Line[] => {
      const text = tell(action)
      return text === undefined ? [] : [{ kind: 'note', text }]
    })
    const messages = turn.messages.map((message): Line => ({ kind: 'message', message: message as Message }))
    state.set({ lines: [...lines, ...messages, ...notes], logs: [...logs, ...(turn.logs ?? [])], input: turn.input })
    if (actions.some((action) => action.expectsDedicatedReply)) return go(undefined)
    state.set({ isBusy: false, isEnded: turn.input === undefined })
  }
  const go = async (message: string | undefined): Promise<void> => {
    state.set({ isBusy: true, input: undefined })
    await attempt(() =>
      request<'continueChat'>('POST', `sessions/${sessionId}/continueChat`, message === undefined ? {} : { message }),
    )
  }
  const attempt = async (call: () => Promise<Turn>) => {
    try {
      await take(await call())
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      state.set({ lines: [...state.get().lines, { kind: 'note', text }], isBusy: false, isEnded: true })
    }
  }
  void attempt(async () => {
    const from = groupId === undefined ? {} : { startFrom: { type: 'group', groupId } }
    const turn = await request<'startPreviewChat'>('POST', `bots/${botId}/preview/startChat`, from)
    sessionId = turn.sessionId
    return turn
  })
  return {
    state,
    async send(text) {
      state.set({ lines: [...state.get().lines, { kind: 'reply', text }] })
      await go(text)
    },
  }
}

type Action = NonNullable<Turn['clientSideActions']>[number]

/** What a client would do here; undefined for what an author need not know. */
function tell(action: Action): string | undefined {
  switch (action.type) {
    case 'redirect':
      return `Would open ${action.redirect.url ?? 'an address'}`
    case 'scriptToExecute':
    case 'setVariable':
    case 'codeToExecute':
      return 'A script runs here in the browser of the visitor. The preview leaves it out.'
    case 'wait':
      return `Waits ${action.wait.secondsToWaitFor} seconds`
    case 'httpRequestToExecute':
      return `Would call ${action.httpRequestToExecute.url} from the browser`
    case 'listenForWebhook':
      return 'Waits for a call of another service'
    default:
      return undefined
  }
}

/** Nodes of a message, however it was sent. */
export const richTextOf = (message: Message): RichTextNode[] => {
  if (message.type !== 'text') return []
  const { content } = message
  if (content.type === 'richText') return content.richText
  return [{ type: 'p', children: [{ text: content.plainText }] }]
}
