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

  /** What was just stored for a session. Those that came first make room; nobody comes back to one that has ended. */
  note({ id, state }: Pick<SessionRow, 'id' | 'state'>, session: Session): void {
    if (session.ended || state.length > longestText) {
      this.#known.delete(id)
      return
    }
    this.#known.set(id, { text: state, session })
    if (this.#known.size > most) this.#known.delete(this.#known.keys().next().value as string)
  }
}

const most = 500
/** Larger ones would take the memory of many. */
const longestText = 20_000
