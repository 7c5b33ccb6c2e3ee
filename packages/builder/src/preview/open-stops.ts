import type { Store } from '../design/store.js'
import { sayError } from '../design/toasts.js'
import { breakpoints, wantedStops } from '../editor/breakpoints.js'
import type { RunState } from '../editor/run-state.js'
import type { Saving } from '../editor/saving.js'
import { request } from '../service/request.js'

export interface Stops {
  /** Tells the service of breakpoints before the run begins. */
  prepare(): Promise<void>
  /** For the widget, when its flow waits: resolves when a run that has stopped may go on; never when it waits for something else. */
  untilGoOn(): Promise<void>
  /** Has a stopped run go on, with all that was edited and changed before: to its next breakpoint or question, or for one step. */
  goOn(options: { isStepping: boolean }): Promise<void>
  /** Does something with the run before it may go on. */
  first<T>(work: () => Promise<T>): Promise<T>
  close(): void
}

const never = new Promise<never>(() => {})

/** Has one run stop where its author wants it to, and go on when told. */
export function openStops(botId: string, sessionId: string, saving: Saving, state: Store<RunState>): Stops {
  const path = `bots/${botId}/preview/sessions/${sessionId}`
  let isClosed = false
  let release: (() => void) | undefined
  let last: Promise<unknown> = Promise.resolve()
  const first = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  const tell = () =>
    first(() => {
      const { isStepping } = state.get()
      return request<'setPreviewBreakpoints'>('PUT', `${path}/breakpoints`, { blocks: wantedStops(botId), isStepping })
    })
  let told = JSON.stringify(wantedStops(botId))
  const stopListening = breakpoints.subscribe(() => {
    const wanted = JSON.stringify(wantedStops(botId))
    if (wanted === told) return
    told = wanted
    tell().catch(sayError)
  })
  return {
    async prepare() {
      if (wantedStops(botId).length > 0) await tell().catch(sayError)
    },

    async untilGoOn() {
      const preview = await standing(path, () => isClosed)
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
        await tell()
      } catch (error) {
        release = go
        state.set({ isStepping: wasStepping })
        sayError(error)
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

/** Where a run stands; asked again until the service can be reached. */
async function standing(path: string, isOver: () => boolean) {
  while (!isOver()) {
    try {
      return (await request<'getPreview'>('GET', path)).preview
    } catch {
      await new Promise((resolve) => setTimeout(resolve, patience))
    }
  }
}

/** Milliseconds. */
const patience = 2000
