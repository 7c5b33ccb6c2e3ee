import type { Program, Session } from '@colloquy/engine'
import type { SessionRow } from '@colloquy/storage'

/** A session that its caller may use, with the programs that it runs. */
export interface OpenedSession {
  readonly row: SessionRow
  readonly session: Session
  /** By the ids that its frames name. */
  readonly programs: ReadonlyMap<string, Program>
  /** The program of the bot that the session began with. */
  readonly main: Program
}
