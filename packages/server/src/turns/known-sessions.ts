import type { Session } from '@colloquy/engine'
import type { SessionRow } from '@colloquy/storage'

/**
 * Sessions as they were after their last turn, beside the text that they were stored as: who finds the same text again does not read it
 * again, wherever that came from. What is known must not be changed.
 */
export class KnownSessions {
  readonly #known = new Map<string, { text: string; session: Session }>()

  /** The session in a row. */
  read({ id, state }: Pick<SessionRow, 'id' | 'state'>): Session {
    const known = this.#known.get(id)
    return known?.text === state ? known.session : (JSON.parse(state) as Session)
  }

  /** What was just stored for a session. Those that were noted longest ago make room; nobody comes back to one that has ended. */
  note({ id, state }: Pick<SessionRow, 'id' | 'state'>, session: Session): void {
    this.#known.delete(id)
    if (session.ended || state.length > longestText) return
    this.#known.set(id, { text: state, session })
    if (this.#known.size <= most) return
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest)
      return
    }
  }
}

const most = 500
/** Larger ones would take the memory of many. */
const longestText = 20_000
