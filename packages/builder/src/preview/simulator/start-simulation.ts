import type { ChannelType } from '@colloquy/channels'
import { createStore, type Store } from '../../design/store.js'
import { showError } from '../../design/toasts.js'
import { newSessionId } from '../../document/new-id.js'
import type { RunState, StartFrom } from '../../editor/run-state.js'
import type { Saving } from '../../editor/saving.js'
import { type Answer, api } from '../../service/api.js'
import { openStops } from '../open-stops.js'
import { newRunState, type PreviewRun } from '../preview-run.js'
import { type ChatState, type Conditions, emptyChat, secondsOf, withContact, withTurn } from './chat-state.js'

/** A run of a draft as a conversation on a channel, with a contact that exists in this run only. */
export interface Simulation extends PreviewRun {
  chat: Store<ChatState>
  /** Writes as the contact. */
  write(text: string): void
  /** Presses a button, of the newest message or of any before. */
  press(choice: { id: string; title: string }): void
  setConditions(conditions: Partial<Conditions>): void
}

export interface SimulationOptions {
  botId: string
  channel: { type: ChannelType; contact: { name: string; phoneNumber: string } }
  saving: Saving
  startFrom: StartFrom | undefined
  /** Focuses the field in which the contact writes. */
  focus(): void
}

type Reply = NonNullable<Parameters<typeof api.continueChat>[0]['message']>
type Turn = Answer<'continueChat'>

/** Turns without a reply in between, after which a flow that waits in a loop is stopped: as many as in the app. */
const maxTurns = 50
/** Milliseconds that a timer of browsers can wait. */
const maxTimer = 86_400_000

/** Starts a run in a new session. Undefined if the signal is aborted before it has begun. */
export async function startSimulation(
  { botId, channel, saving, startFrom, focus }: SimulationOptions,
  signal: AbortSignal,
): Promise<Simulation | undefined> {
  const sessionId = newSessionId()
  const state = createStore<RunState>(newRunState())
  const chat = createStore<ChatState>(emptyChat)
  await saving.flush()
  const stops = openStops(botId, sessionId, saving, state)
  await stops.prepare()
  const happen = (change: Partial<RunState>) => state.set({ steps: state.get().steps + 1, ...change })

  const take = async (first: () => Promise<Turn>) => {
    chat.set({ isBusy: true })
    try {
      let request = first
      for (let turn = 1; turn <= maxTurns && !signal.aborted; turn++) {
        const answer = await request()
        if (signal.aborted || !show(answer)) return
        await Promise.race([afterWaits(answer), stops.untilGoOn()])
        request = () => api.continueChat({ sessionId })
      }
    } catch (error) {
      if (!signal.aborted) showError(error)
    } finally {
      chat.set({ isBusy: false })
    }
  }
  /** Shows a turn. Returns whether the conversation continues by itself. */
  const show = ({ channel: turn, input, logs = [] }: Turn): boolean => {
    if (!turn) return false
    const isEnded = input === undefined && turn.waitsFor === 'visitor'
    chat.set(withTurn(chat.get(), turn, isEnded))
    happen({
      inputId: input?.id,
      isEnded,
      logs: [...state.get().logs, ...logs],
      ...(isEnded && { isStepping: false }),
    })
    return turn.waitsFor === 'channel'
  }
  const afterWaits = ({ channel: turn }: Turn) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(turn ? secondsOf(turn) * 1_000 : 0, maxTimer))
      signal.addEventListener('abort', () => clearTimeout(timer))
    })
  const reply = (message: Reply) => {
    if (chat.get().isBusy) return
    happen({ inputId: undefined })
    void take(() => api.continueChat({ sessionId, message }))
  }
  const say = (text: string, replyId?: string) => {
    if (chat.get().isBusy) return
    chat.set(withContact(chat.get(), text))
    reply({ type: 'text', text, ...(replyId !== undefined && { metadata: { replyId } }) })
  }

  if (signal.aborted) {
    stops.close()
    return undefined
  }
  void take(() => api.startPreviewChat({ botId, sessionId, startFrom, channel }))
  return {
    sessionId,
    state,
    chat,
    window,
    goOn: stops.goOn,
    first: stops.first,
    focus,
    leaveUnanswered: () => reply({ type: 'no-answer' }),
    write: (text) => say(text),
    press: ({ id, title }) => say(title, id),
    setConditions: (change) => chat.set({ conditions: { ...chat.get().conditions, ...change } }),
    close: stops.close,
  }
}
