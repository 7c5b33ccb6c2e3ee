import { keptInTab } from '../design/kept.js'
import type { Batch } from '../document/pending.js'

interface Entry {
  key: string
  botId: string
  /** Absent in entries of earlier versions, which count as those of the signed-in user. */
  userId?: string
  tab: string
  batches: readonly Batch[]
}

/** Edits that are only on this device and that no open tab has. */
export interface LeftBehind {
  /** Edits of the signed-in user. */
  own: readonly Batch[]
  /** Edits of other people who were signed in here. */
  others: readonly Batch[]
}

/** Edits that the service does not have yet, stored by the browser: they survive a crash, a closed tab and a lost connection. */
export interface Journal {
  /**
   * Replaces the edits of this tab. The first call removes the user's own edits that `leftBehind` returned: they are among these. Rejects,
   * and leaves what was there, if the browser has no space.
   */
  keep(batches: readonly Batch[]): Promise<void>
  /** Returns edits that this tab made before it was reloaded, and edits of tabs that no longer exist. */
  leftBehind(): Promise<LeftBehind>
  /** Removes the edits of some people that `leftBehind` returned. */
  forget(whose: keyof LeftBehind): Promise<void>
}

/** Opens the journal of one bot and one user. If the browser denies storage, `keep` rejects. */
export async function openJournal(botId: string, userId: string): Promise<Journal> {
  const database = await openDatabase().catch((reason: Error) => reason)
  if (!('transaction' in database)) {
    return {
      keep: () => Promise.reject(database),
      leftBehind: async () => ({ own: [], others: [] }),
      forget: async () => {},
    }
  }
  const { tab, alive } = await holdTab()
  const key = `${botId}/${userId}/${tab}`
  const left: Record<keyof LeftBehind, string[]> = { own: [], others: [] }
  const write = () => database.transaction(storeName, 'readwrite').objectStore(storeName)
  return {
    async keep(batches) {
      const store = write()
      for (const other of left.own) if (other !== key) store.delete(other)
      if (batches.length === 0) store.delete(key)
      else store.put({ key, botId, userId, tab, batches } satisfies Entry)
      await completed(store.transaction)
      left.own = []
    },
    async leftBehind() {
      const store = database.transaction(storeName, 'readonly').objectStore(storeName)
      const all = (await done(store.getAll())) as Entry[]
      const entries = all.filter((entry) => entry.botId === botId && (entry.tab === tab || !alive.has(entry.tab)))
      const isOwn = (entry: Entry) => entry.userId === undefined || entry.userId === userId
      const found = { own: entries.filter(isOwn), others: entries.filter((entry) => !isOwn(entry)) }
      left.own = found.own.map((entry) => entry.key)
      left.others = found.others.map((entry) => entry.key)
      return {
        own: found.own.flatMap(({ batches }) => batches),
        others: found.others.flatMap(({ batches }) => batches),
      }
    },
    async forget(whose) {
      const store = write()
      await Promise.all(left[whose].splice(0).map((other) => done(store.delete(other))))
    },
  }
}

const tabKey = 'colloquy-tab'
const newTab = () => Math.random().toString(36).slice(2)

/** Milliseconds in which a page that is being reloaded gives up its lock. */
const maxWaiting = 500

/**
 * Returns the name of this tab, which survives a reload, and the tabs that exist. A tab holds a lock while it lives: a duplicate, which has
 * a copy of the name, does not get the lock and takes another name. Without locks, every other tab counts as alive.
 */
async function holdTab(): Promise<{ tab: string; alive: { has(tab: string): boolean } }> {
  let tab = keptInTab.get(tabKey) ?? newTab()
  if (navigator.locks) {
    if (!(await holdLock(tab))) {
      tab = newTab()
      await holdLock(tab)
    }
    keptInTab.set(tabKey, tab)
    const { held = [] } = await navigator.locks.query()
    const names = held.flatMap(({ name }) => (name?.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : []))
    return { tab, alive: new Set(names) }
  }
  keptInTab.set(tabKey, tab)
  return { tab, alive: { has: () => true } }
}

const lockPrefix = 'colloquy-tab-'
/** Names whose locks this page holds: it opens several bots one after another. */
const heldHere = new Set<string>()

/** Holds the lock of a tab until the page is left. False if another page has it. */
async function holdLock(tab: string): Promise<boolean> {
  if (heldHere.has(tab)) return true
  const isHeld = await new Promise<boolean>((resolve) => {
    const hold = () => {
      resolve(true)
      return new Promise(() => {})
    }
    navigator.locks
      .request(lockPrefix + tab, { signal: AbortSignal.timeout(maxWaiting) }, hold)
      .catch(() => resolve(false))
  })
  if (isHeld) heldHere.add(tab)
  return isHeld
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

/** A request succeeds before the browser looks for space: only its transaction says. */
const completed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
