import type { Store } from '../design/store.js'
import { showError } from '../design/toasts.js'
import { breakpoints, wantedStops } from '../editor/breakpoints.js'
import type { RunState } from '../editor/run-state.js'
import type { Saving } from '../editor/saving.js'
import { api } from '../service/api.js'

export interface Stops {
  /** Sends the breakpoints to the service before the run begins. */
  prepare(): Promise<void>
  /**
   * Called by the widget when its flow waits. Resolves when a stopped run may continue; never resolves if the run waits for something else.
   */
  untilGoOn(): Promise<void>
  /** Continues a stopped run, after saving all edits and changes made meanwhile: to its next breakpoint or question, or by one step. */
  goOn(options: { isStepping: boolean }): Promise<void>
  /** Runs some work on the run before it may continue. */
  first<T>(work: () => Promise<T>): Promise<T>
  close(): void
}

const never = new Promise<never>(() => {})

/** Stops one run at the author's breakpoints, and continues it on request. */
export function openStops(botId: string, sessionId: string, saving: Saving, state: Store<RunState>): Stops {
  let isClosed = false
  let release: (() => void) | undefined
  let last: Promise<unknown> = Promise.resolve()
  const first = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  const sendBreakpoints = () =>
    first(() => {
      const { isStepping } = state.get()
      return api.setPreviewBreakpoints({ botId, sessionId, blocks: wantedStops(botId), isStepping })
    })
  let told = JSON.stringify(wantedStops(botId))
  const stopListening = breakpoints.subscribe(() => {
    const wanted = JSON.stringify(wantedStops(botId))
    if (wanted === told) return
    told = wanted
    sendBreakpoints().catch(showError)
  })
  return {
    async prepare() {
      if (wantedStops(botId).length > 0) await sendBreakpoints().catch(showError)
    },

    async untilGoOn() {
      const preview = await standing({ botId, sessionId }, () => isClosed)
      if (!preview?.isStopped || preview.blockId === null) return never
      const { botId: stoppedIn, blockId } = preview
      return new Promise<void>((resolve) => {
        release = resolve
        const stop = { botId: stoppedIn, blockId }
        state.set({ steps: state.get().steps + 1, inputId: undefined, isStepping: false, stop })
      })
    },

    async goOn({ isStepping }) {
      const go = release
      const wasStepping = state.get().isStepping
      if (!go && isStepping === wasStepping) return
      release = undefined
      state.set({ isStepping })
      try {
        await saving.flush()
        await sendBreakpoints()
      } catch (error) {
        release = go
        state.set({ isStepping: wasStepping })
        showError(error)
        return
      }
      if (go) state.set({ stop: undefined })
      go?.()
    },

    first,

    close() {
      isClosed = true
      stopListening()
    },
  }
}

/** Reads the position of a run; retries until the service can be reached. */
async function standing(run: { botId: string; sessionId: string }, isOver: () => boolean) {
  while (!isOver()) {
    try {
      return (await api.getPreview(run)).preview
    } catch {
      await new Promise((resolve) => setTimeout(resolve, patience))
    }
  }
}

/** Milliseconds between attempts. */
const patience = 2000
