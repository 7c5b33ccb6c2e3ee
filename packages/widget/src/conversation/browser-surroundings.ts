import type { BrowserStores } from './chat-memory.js'
import type { Surroundings } from './connection.js'

/** The network, clock and random numbers of the page. */
export const browserSurroundings: Surroundings = {
  fetch: (...args) => fetch(...args),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const timer = setTimeout(resolve, milliseconds)
      signal?.addEventListener(
        'abort',
        () => {
          clearTimeout(timer)
          resolve()
        },
        { once: true },
      )
    }),
  offline: () =>
    navigator.onLine
      ? undefined
      : new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true })),
}

/** The storage that the page offers; accessing the stores throws if the visitor has blocked them. */
export function browserStores(): BrowserStores {
  const store = (name: 'sessionStorage' | 'localStorage') => {
    try {
      return window[name]
    } catch {
      return undefined
    }
  }
  return {
    session: store('sessionStorage'),
    local: store('localStorage'),
    locks: navigator.locks,
    channel: 'BroadcastChannel' in window ? (name) => new BroadcastChannel(name) : undefined,
    wasDiscarded: (document as { wasDiscarded?: boolean }).wasDiscarded,
  }
}

/** 128 random bits. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
