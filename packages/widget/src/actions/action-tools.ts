import type { ActionContext } from '../conversation/action-context.js'
import type { Connection, Surroundings } from '../conversation/connection.js'
import type { ScriptMode } from '../view/chat-context.js'

/** Dependencies of actions. */
export interface ActionTools {
  readonly context: ActionContext
  readonly connection: Connection
  readonly surroundings: Surroundings
  readonly scripts: ScriptMode
  readonly wsHost?: string
  untilGoOn?(): Promise<void>
  readonly events?: { scriptDone?(message: string): void }
}
