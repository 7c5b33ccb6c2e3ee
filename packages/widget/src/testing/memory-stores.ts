import type { BrowserStores } from '../conversation/chat-memory.js'

/** Two tabs share the local store and receive each other's messages; each has a separate session store. */
export function tabs() {
  const local = store()
  const channels = new Set<BroadcastChannel>()
  let last: Promise<unknown> = Promise.resolve()
  const locks = {
    request: (_: string, run: () => Promise<unknown>) => {
      const next = last.then(run)
      last = next.catch(() => {})
      return next
    },
  } as unknown as LockManager
  return {
    tab: (session = store()): BrowserStores => ({
      session,
      local,
      locks,
      channel: (name) => {
        const channel = new BroadcastChannel(name)
        channels.add(channel)
        return channel
      },
    }),
    close() {
      for (const channel of channels) channel.close()
    },
  }
}

function store() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    items,
  }
}
