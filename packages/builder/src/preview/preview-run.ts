import { createStore, type Store } from '../design/store.js'
import { newId } from '../document/new-id.js'
import { credentialHeaders } from '../service/session.js'

/** Where a preview begins; at the start of the flow where nothing is said. */
export type StartFrom = { type: 'group'; groupId: string } | { type: 'event'; eventId: string }

export interface LogLine {
  status?: string
  description: string
  details?: string
  /** The id of the block that it is about. */
  context?: string
}

export interface RunState {
  /** Counts what has happened: whoever shows more than this state asks the service again when it grows. */
  steps: number
  inputId: string | undefined
  isEnded: boolean
  logs: readonly LogLine[]
}

/** One run of a draft in the frame beside the canvas. */
export interface PreviewRun {
  sessionId: string
  state: Store<RunState>
  close(): void
}

/** What `/widget.js` puts into the window of the frame. */
interface WidgetWindow {
  Colloquy?: { initStandard(options: object): HTMLElement }
}

/**
 * Puts the widget into the frame, which shows `/preview`, and has it run a draft under a session id of its own. Scripts run in a frame
 * that has no origin, or not at all.
 */
export function startRun(
  frame: HTMLIFrameElement,
  botId: string,
  { startFrom, scripts }: { startFrom: StartFrom | undefined; scripts: 'frame' | 'off' },
): PreviewRun {
  const state = createStore<RunState>({ steps: 0, inputId: undefined, isEnded: false, logs: [] })
  const sessionId = newId()
  const widget = (frame.contentWindow as (Window & WidgetWindow) | null)?.Colloquy
  if (!widget) throw new Error('The widget could not be loaded: is it built?')
  const happen = (change: Partial<RunState>) => state.set({ steps: state.get().steps + 1, ...change })
  const element = widget.initStandard({
    into: '#chat',
    bot: botId,
    isPreview: true,
    sessionId,
    startFrom,
    headers: credentialHeaders('POST'),
    scripts,
    onInit: () => happen({}),
    onNewInputBlock: ({ id }: { id: string }) => happen({ inputId: id, isEnded: false }),
    onAnswer: () => happen({ inputId: undefined }),
    onEnd: () => happen({ inputId: undefined, isEnded: true }),
    onNewLogs: (logs: LogLine[]) => happen({ logs: [...state.get().logs, ...logs] }),
  })
  return { sessionId, state, close: () => element.remove() }
}
