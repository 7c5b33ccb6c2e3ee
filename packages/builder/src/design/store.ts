import { useSyncExternalStore } from 'react'

/** A value that parts of the page share. */
export interface Store<T> {
  get(): T
  set(change: Partial<T>): void
  subscribe(listener: () => void): () => void
}

export function createStore<T extends object>(initial: T): Store<T> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A part of a store; `select` returns the same object until that part changes. */
export const useStore = <T, S>(store: Pick<Store<T>, 'get' | 'subscribe'>, select: (state: T) => S): S =>
  useSyncExternalStore(store.subscribe, () => select(store.get()))
