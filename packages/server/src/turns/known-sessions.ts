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
 * is a guess: it counts when it is committed, which fails unless this very session stands there. Those that came first make room.
 */
export class KnownSessions {
  /** An entry lets go of its session when it leaves, as tails do in `TurnQueue`. */
  readonly #known = new Map<string, { known: KnownSession | undefined; key: string | null; characters: number }>()
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
    const entry = this.#known.get(id)
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
    this.#drop(id)
    this.#left = this.#pause
    this.#pause = Math.min(longestPause, this.#pause * 2)
  }

  /** The session in a row: not read once more where it is the one that was stored. */
  read(row: Pick<SessionRow, 'id' | 'state' | 'version' | 'updatedAt'>): Session {
    const known = this.#known.get(row.id)?.known
    const isSame = known?.row.version === row.version && known.row.updatedAt === row.updatedAt
    return isSame ? known.session : (JSON.parse(row.state) as Session)
  }

  /** What was just stored. Nobody comes back to a session that has ended, and a large one would take the memory of many. */
  note({ session: row, turn }: Pick<TurnCommit, 'session' | 'turn'>, session: Session): void {
    this.#drop(row.id)
    if (session.ended || row.state.length > longestState) return
    const known = { row: knownRow(row), session }
    this.#known.set(row.id, { known, key: turn.key, characters: row.state.length })
    this.#characters += row.state.length
    while (this.#characters > mostCharacters || this.#known.size > most) this.#drop(this.#known.keys().next().value)
  }

  #drop(id: string | undefined): void {
    const entry = id === undefined ? undefined : this.#known.get(id)
    if (id === undefined || entry === undefined) return
    this.#characters -= entry.characters
    entry.known = undefined
    this.#known.delete(id)
  }
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
