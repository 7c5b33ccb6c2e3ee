import type { ScriptOwner } from '../scripts/script-port.js'

/** A bot by its id, as an owner of scripts. */
export const botOf = (botId: string, workspaceId = 'workspace'): ScriptOwner => ({ workspaceId, botId })
