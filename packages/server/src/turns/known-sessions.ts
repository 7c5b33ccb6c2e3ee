import type { Session } from '@colloquy/engine'
import type { SessionRow, TurnCommit } from '@colloquy/storage'

/** A session as it is stored, and what its state says. What is known must not be changed. */
export interface KnownSession {
  readonly row: KnownRow
  readonly session: Session
}

/** Without its state, of which `session` was made, and which would take as much memory once more. */
type KnownRow = Omit<SessionRow, 'state' | 'endedAt'>

/**
 * Sessions as they were after their last turn of this process. Another one may have gone on with them, so that a turn that is made of one
 * is a guess: it counts when it is committed, which fails unless this very session stands there. Those that came first make room, unless
 * they were used since they were looked at for that.
 */
export class KnownSessions {
  readonly #entries = new Map<string, Entry>()
  #characters = 0
  /** How many turns were taken on a guess, by whether it was right. */
  readonly guesses = { right: 0, wrong: 0 }
  /** How many guesses are left out still, and how many after the next wrong one. */
  #left = 0
  #pause = 1

  /**
   * What a turn may be made of without reading. Undefined for the key of the last turn, which has its answer, and for a while after guesses
   * were wrong: twice as many turns each time, so that instances that share their sessions seldom guess.
   */
  guess(id: string, key: string | undefined): KnownSession | undefined {
    const entry = this.#entries.get(id)
    if (!entry || (key !== undefined && key === entry.key)) return undefined
    if (this.#left > 0) {
      this.#left--
      return undefined
    }
    return entry.known
  }

  guessedRight(): void {
    this.guesses.right++
    this.#pause = Math.max(1, this.#pause / 2)
  }

  guessedWrong(id: string): void {
    this.guesses.wrong++
    this.forget(id)
    this.#left = this.#pause
    this.#pause = Math.min(longestPause, this.#pause * 2)
  }

  /** The session in a row: not read once more where it is the one that was stored. */
  read(row: Pick<SessionRow, 'id' | 'state' | 'version' | 'updatedAt'>): Session {
    const known = this.#entries.get(row.id)?.known
    const isSame = known?.row.version === row.version && known.row.updatedAt === row.updatedAt
    return isSame ? known.session : (JSON.parse(row.state) as Session)
  }

  /** What was just stored. Nobody comes back to a session that has ended, and a large one would take the memory of many. */
  note({ session: row, turn }: Pick<TurnCommit, 'session' | 'turn'>, session: Session): void {
    const { length } = row.state
    const before = this.#entries.get(row.id)
    if (session.ended || length > longestState) {
      if (before) this.#drop(row.id, before)
      return
    }
    const known = { row: knownRow(row), session }
    this.#characters += length - (before?.characters ?? 0)
    if (before) {
      before.known = known
      before.key = turn.key
      before.characters = length
      before.isUsed = true
    } else this.#entries.set(row.id, { known, key: turn.key, characters: length, isUsed: false })
    while (this.#characters > mostCharacters || this.#entries.size > most) this.#makeRoom()
  }

  /** For a session that something else than a turn has changed. */
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
    entry.known = undefined
    this.#entries.delete(id)
  }
}

/** Lets go of its session when it leaves, as tails do in `TurnQueue`. */
interface Entry {
  known: KnownSession | undefined
  /** Of the last turn. */
  key: string | null
  characters: number
  isUsed: boolean
}

function knownRow(row: SessionRow): KnownRow {
  const { id, workspaceId, botId, releaseId, resultId, version, createdAt, updatedAt, expiresAt } = row
  return { id, workspaceId, botId, releaseId, resultId, version, createdAt, updatedAt, expiresAt }
}

const most = 2_000
const longestState = 20_000
/** Of all states together. */
const mostCharacters = 2_000_000
const longestPause = 1_024
