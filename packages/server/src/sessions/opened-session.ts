import type { CompiledFlow, Session } from '@colloquy/engine'
import type { SessionRow } from '@colloquy/storage'

/** A session that its caller may use, with its compiled flows. */
export interface OpenedSession {
  readonly row: SessionRow
  readonly session: Session
  /** By the ids in its frames. */
  readonly compiledFlows: ReadonlyMap<string, CompiledFlow>
  /** Compiled flow of the bot that the session began with. */
  readonly main: CompiledFlow
}
