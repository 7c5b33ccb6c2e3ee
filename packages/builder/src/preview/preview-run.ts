import { createStore, type Store } from '../design/store.js'
import { newSessionId } from '../document/new-id.js'
import type { LogLine, RunState, StartFrom } from '../editor/run-state.js'
import type { Saving } from '../editor/saving.js'
import { t } from '../i18n/i18n.js'
import { credentialHeaders } from '../service/session.js'
import { openStops, type Stops } from './open-stops.js'

/** One run of a draft in the frame beside the canvas. */
export interface PreviewRun extends Pick<Stops, 'goOn' | 'first'> {
  sessionId: string
  state: Store<RunState>
  /** Window that contains the chat. */
  window: Window
  /** Focuses the current question, or the transcript until there is one: questions take the focus from it. */
  focus(): void
  /** Leaves the question without an answer. */
  leaveUnanswered(): void
  close(): void
}

/** The state of a run that has not begun. */
export const newRunState = (): RunState => ({
  steps: 0,
  inputId: undefined,
  isEnded: false,
  logs: [],
  stop: undefined,
  isStepping: false,
})

/** API that `/widget.js` adds to the window of the frame. */
interface WidgetWindow {
  Colloquy?: { initStandard(options: object): WidgetOfFrame }
}

/** The element of the chat; in previews with a way to leave a question unanswered. */
type WidgetOfFrame = HTMLElement & { noAnswer?(): void }

interface RunOptions {
  botId: string
  saving: Saving
  startFrom: StartFrom | undefined
  scripts: 'frame' | 'off'
}

/**
 * Puts the widget into the frame, which shows `/preview`, and starts a run of the draft in a new session. Scripts run in a frame without an
 * origin, or not at all.
 */
export async function startRun(
  frame: HTMLIFrameElement,
  { botId, saving, startFrom, scripts }: RunOptions,
  signal: AbortSignal,
): Promise<PreviewRun | undefined> {
  const state = createStore<RunState>(newRunState())
  const sessionId = newSessionId()
  const window = frame.contentWindow as (Window & WidgetWindow) | null
  const widget = window?.Colloquy
  if (!widget) throw new Error(t('The widget could not be loaded. Run npm run build.'))
  await saving.flush()
  const stops = openStops(botId, sessionId, saving, state)
  await stops.prepare()
  if (signal.aborted) {
    stops.close()
    return undefined
  }
  const happen = (change: Partial<RunState>) => state.set({ steps: state.get().steps + 1, ...change })
  const element = widget.initStandard({
    into: '#chat',
    bot: botId,
    isPreview: true,
    sessionId,
    startFrom,
    headers: credentialHeaders('POST'),
    scripts,
    untilGoOn: stops.untilGoOn,
    onInit: () => happen({}),
    onNewInputBlock: ({ id }: { id: string }) => happen({ inputId: id, isEnded: false }),
    onAnswer: () => happen({ inputId: undefined }),
    onEnd: () => happen({ inputId: undefined, isEnded: true, isStepping: false }),
    onNewLogs: (logs: LogLine[]) => happen({ logs: [...state.get().logs, ...logs] }),
  })
  return {
    sessionId,
    state,
    window,
    goOn: stops.goOn,
    first: stops.first,
    focus: () => focusChat(element, signal),
    leaveUnanswered: () => element.noAnswer?.(),
    close() {
      stops.close()
      element.remove()
    },
  }
}

function focusChat({ shadowRoot }: HTMLElement, signal: AbortSignal): void {
  if (!shadowRoot) return
  const find = () =>
    ['.composer [data-answer]', '.composer :is(input, select, button:not(:disabled))', '.log']
      .map((it) => shadowRoot.querySelector<HTMLElement>(it))
      .find((it) => it !== null)
  const focus = () => {
    const found = find()
    found?.focus({ preventScroll: true })
    return found !== undefined
  }
  if (focus()) return
  const observer = new MutationObserver(() => focus() && observer.disconnect())
  observer.observe(shadowRoot, { childList: true, subtree: true })
  signal.addEventListener('abort', () => observer.disconnect())
}
