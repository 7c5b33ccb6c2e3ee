import type { McpTool } from '@colloquy/flow/integrations'
import { sentence } from '../integrations/sentence.js'
import type { Service } from '../service.js'
import { openToolServer } from './perform-mcp.js'
import { type Calling, isTrouble } from './rpc.js'

/** What a form waits for a server at most. */
const seconds = 15

/** Nobody but the author waits for these calls, so that no budget of a turn limits them. */
export const calledFor = (workspaceId: string): Calling => ({
  owner: { workspaceId },
  secondsFor: (asked) => Math.min(asked, seconds),
  admit: () => undefined,
})

/** Asks a server for its tools as they are now. What goes wrong is a `problem`. */
export async function listServerTools(
  { vault, tools }: Pick<Service, 'vault' | 'tools'>,
  workspaceId: string,
  credentialsId: string,
): Promise<{ tools: McpTool[]; problem?: string }> {
  const server = await openToolServer(vault, workspaceId, credentialsId)
  if (!server) return { tools: [], problem: 'The account is not in this workspace.' }
  const listed = await tools.list(server, calledFor(workspaceId))
  return isTrouble(listed) ? { tools: [], problem: sentence(listed.reason) } : { tools: listed }
}
