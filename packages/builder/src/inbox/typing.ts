import { createStore } from '../design/store.js'
import { api } from '../service/api.js'

/** Somebody else who types in a conversation. */
export interface Typing {
  sessionId: string
  by: 'visitor' | 'person' | 'note'
  userId?: string
  name?: string
}

/** The people and visitors that type at the moment. */
export const typing = createStore<{ now: readonly Typing[] }>({ now: [] })

/** Milliseconds for which a sign of typing is shown: who types on repeats it sooner. */
const shownFor = 5_000
const timers = new Map<string, ReturnType<typeof setTimeout>>()

export function showTyping(one: Typing): void {
  const key = keyOf(one)
  const without = () => typing.get().now.filter((it) => keyOf(it) !== key)
  clearTimeout(timers.get(key))
  timers.set(
    key,
    setTimeout(() => typing.set({ now: without() }), shownFor),
  )
  typing.set({ now: [...without(), one] })
}

/** Nobody is shown any more as typing in a conversation. */
export const endTyping = (sessionId: string): void =>
  typing.set({ now: typing.get().now.filter((it) => it.sessionId !== sessionId) })

const keyOf = ({ sessionId, by, userId }: Typing) => `${sessionId} ${by} ${userId}`

/** Milliseconds between two reports. */
const betweenReports = 3_000
let reported = { at: 0, sessionId: '' }

/** Shows others that the user types. */
export function reportTyping(workspaceId: string, sessionId: string, kind: 'person' | 'note'): void {
  if (reported.sessionId === sessionId && Date.now() - reported.at < betweenReports) return
  reported = { at: Date.now(), sessionId }
  // Nobody misses a sign of typing.
  api.reportTyping({ workspaceId, sessionId, kind }).catch(() => {})
}
