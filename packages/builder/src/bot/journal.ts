import type { Operation } from '../document/operation.js'

interface Entry {
  key: string
  botId: string
  tab: string
  operations: readonly Operation[]
}

/** Edits that the service does not have yet, kept by the browser: they outlive a crash, a closed tab and a dead network. */
export interface Journal {
  keep(operations: readonly Operation[]): Promise<void>
  /** Edits of this tab from before it was loaded again, and of tabs that are no longer there; each is given once. */
  takeLeftBehind(): Promise<(readonly Operation[])[]>
}

/** A journal of one bot. Where the browser refuses storage it keeps nothing. */
export async function openJournal(botId: string): Promise<Journal> {
  const tab = tabId()
  const database = await openDatabase().catch(() => undefined)
  if (!database) return { keep: async () => {}, takeLeftBehind: async () => [] }
  const alive = await holdTab(tab)
  const key = `${botId}/${tab}`
  return {
    async keep(operations) {
      const store = database.transaction('edits', 'readwrite').objectStore('edits')
      if (operations.length === 0) await done(store.delete(key))
      else await done(store.put({ key, botId, tab, operations } satisfies Entry))
    },
    async takeLeftBehind() {
      const store = database.transaction('edits', 'readwrite').objectStore('edits')
      const entries = (await done(store.getAll())) as Entry[]
      const left = entries.filter((entry) => entry.botId === botId && (entry.tab === tab || !alive.has(entry.tab)))
      for (const entry of left) store.delete(entry.key)
      return left.map(({ operations }) => operations)
    },
  }
}

/** Tells tabs apart; a tab that is loaded again is the same one. */
function tabId(): string {
  const known = sessionStorage.getItem('colloquy-tab')
  const id = known ?? Math.random().toString(36).slice(2)
  sessionStorage.setItem('colloquy-tab', id)
  return id
}

/** Holds a lock while this tab lives, and names the tabs that hold theirs. Without locks every other tab counts as alive. */
async function holdTab(tab: string): Promise<{ has(tab: string): boolean }> {
  if (!navigator.locks) return { has: () => true }
  const prefix = 'colloquy-tab-'
  void navigator.locks.request(prefix + tab, { ifAvailable: true }, () => new Promise(() => {}))
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open('colloquy', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('edits', { keyPath: 'key' })
  return done(opening)
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
