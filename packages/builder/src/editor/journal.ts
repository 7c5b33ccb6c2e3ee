import { keptInTab } from '../design/kept.js'
import type { Batch } from '../document/pending.js'

interface Entry {
  key: string
  botId: string
  tab: string
  batches: readonly Batch[]
}

/** Edits that the service does not have yet, stored by the browser: they survive a crash, a closed tab and a lost connection. */
export interface Journal {
  keep(batches: readonly Batch[]): Promise<void>
  /**
   * Returns edits that this tab made before it was reloaded, and edits of tabs that no longer exist. The next `keep` removes those of other
   * tabs.
   */
  leftBehind(): Promise<readonly Batch[]>
}

/** Opens the journal of one bot. If the browser denies storage, the journal keeps nothing. */
export async function openJournal(botId: string): Promise<Journal> {
  const tab = tabId()
  const database = await openDatabase().catch(() => undefined)
  if (!database) return { keep: async () => {}, leftBehind: async () => [] }
  const alive = await holdTab(tab)
  const key = `${botId}/${tab}`
  let taken: string[] = []
  return {
    async keep(batches) {
      const store = database.transaction(storeName, 'readwrite').objectStore(storeName)
      for (const other of taken.splice(0)) store.delete(other)
      if (batches.length === 0) await done(store.delete(key))
      else await done(store.put({ key, botId, tab, batches } satisfies Entry))
    },
    async leftBehind() {
      const store = database.transaction(storeName, 'readonly').objectStore(storeName)
      const entries = (await done(store.getAll())) as Entry[]
      const left = entries.filter((entry) => entry.botId === botId && (entry.tab === tab || !alive.has(entry.tab)))
      taken = left.map((entry) => entry.key).filter((other) => other !== key)
      return left.flatMap(({ batches }) => batches)
    },
  }
}

/** Identifies this tab. The id survives a reload. */
function tabId(): string {
  const known = keptInTab.get('colloquy-tab')
  const id = known ?? Math.random().toString(36).slice(2)
  keptInTab.set('colloquy-tab', id)
  return id
}

/** Holds a lock while this tab lives, and returns the tabs that hold one. Without locks, every other tab counts as alive. */
async function holdTab(tab: string): Promise<{ has(tab: string): boolean }> {
  if (!navigator.locks) return { has: () => true }
  const prefix = 'colloquy-tab-'
  void navigator.locks.request(prefix + tab, { ifAvailable: true }, () => new Promise(() => {}))
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}

const storeName = 'batches'

async function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open('colloquy', 2)
  opening.onupgradeneeded = () => {
    for (const name of opening.result.objectStoreNames) opening.result.deleteObjectStore(name)
    opening.result.createObjectStore(storeName, { keyPath: 'key' })
  }
  return done(opening)
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
