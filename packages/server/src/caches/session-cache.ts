import type { Session } from '@colloquy/engine'
import type { SessionRow, TurnCommit } from '@colloquy/storage'

declare module '../service.js' {
  interface Service {
    readonly sessionCache: SessionCache
  }
}

/** A stored session, and its parsed state. Cached ones must not be modified. */
export interface CachedSession {
  readonly row: CachedRow
  readonly session: Session
}

/** Without the state that `session` was parsed from, which would take as much memory again. */
type CachedRow = Omit<SessionRow, 'state' | 'endedAt' | 'noAnswerAt'>

/**
 * Cache of sessions after their last turn in this process. Another process may have continued them, so a turn on a cached session is an
 * optimistic read: it counts when it is committed, which fails unless exactly this session is stored. The oldest ones are evicted first,
 * unless they were used since they were last considered for eviction.
 */
export class SessionCache {
  readonly #entries = new Map<string, Entry>()
  #characters = 0
  /** Number of turns taken on a cached session, by whether the cache was up to date. */
  readonly optimisticReads = { right: 0, wrong: 0 }
  /** Number of cache reads still to skip, and number to skip after the next failure. */
  #left = 0
  #pause = 1

  /**
   * Returns a session for a turn without reading the storage. Undefined for the key of the last turn, which already has an answer, and for
   * a while after outdated reads: twice as many turns each time, so that instances that share their sessions seldom use the cache.
   */
  get(id: string, key: string | undefined): CachedSession | undefined {
    const entry = this.#entries.get(id)
    if (!entry || (key !== undefined && key === entry.key)) return undefined
    if (this.#left > 0) {
      this.#left--
      return undefined
    }
    return entry.cached
  }

  /** The workspace of a session; undefined if it is not cached. */
  workspaceOf(id: string): string | undefined {
    return this.#entries.get(id)?.cached?.row.workspaceId
  }

  noteHit(): void {
    this.optimisticReads.right++
    this.#pause = Math.max(1, this.#pause / 2)
  }

  noteMiss(id: string): void {
    this.optimisticReads.wrong++
    this.forget(id)
    this.#left = this.#pause
    this.#pause = Math.min(maxPause, this.#pause * 2)
  }

  /** Returns the session in a row; parses it only if it is not the cached one. */
  read(row: Pick<SessionRow, 'id' | 'state' | 'version' | 'updatedAt'>): Session {
    const cached = this.#entries.get(row.id)?.cached
    const isSame = cached?.row.version === row.version && cached.row.updatedAt === row.updatedAt
    return isSame ? cached.session : (JSON.parse(row.state) as Session)
  }

  /**
   * Caches a session that was just stored. Skips ended sessions, which nobody returns to, and large ones, which would take the
   * space of many.
   */
  note({ session: row, turn }: Pick<TurnCommit, 'session' | 'turn'>, session: Session): void {
    const { length } = row.state
    const before = this.#entries.get(row.id)
    if (session.ended || length > maxStateLength) {
      if (before) this.#drop(row.id, before)
      return
    }
    const cached = { row: cachedRow(row), session }
    this.#characters += length - (before?.characters ?? 0)
    if (before) {
      before.cached = cached
      before.key = turn.key
      before.characters = length
      before.isUsed = true
    } else this.#entries.set(row.id, { cached, key: turn.key, characters: length, isUsed: false })
    while (this.#characters > maxCharacters || this.#entries.size > max) this.#makeRoom()
  }

  /** Removes a session that was changed by something other than a turn. */
  forget(id: string): void {
    const entry = this.#entries.get(id)
    if (entry) this.#drop(id, entry)
  }

  #makeRoom(): void {
    const [id, entry] = this.#entries.entries().next().value as [string, Entry]
    if (!entry.isUsed) {
      this.#drop(id, entry)
      return
    }
    entry.isUsed = false
    this.#entries.delete(id)
    this.#entries.set(id, entry)
  }

  #drop(id: string, entry: Entry): void {
    this.#characters -= entry.characters
    entry.cached = undefined
    this.#entries.delete(id)
  }
}

/** Drops its session when it is evicted, as lines do in `TurnQueue`. */
interface Entry {
  cached: CachedSession | undefined
  /** Key of the last turn. */
  key: string | null
  characters: number
  isUsed: boolean
}

function cachedRow(row: SessionRow): CachedRow {
  const { id, workspaceId, botId, releaseId, resultId, version, createdAt, updatedAt, expiresAt, held, contactId } = row
  return { id, workspaceId, botId, releaseId, resultId, version, createdAt, updatedAt, expiresAt, held, contactId }
}

const max = 2_000
const maxStateLength = 20_000
/** Maximum size of all states together. */
const maxCharacters = 2_000_000
const maxPause = 1_024
