import type { McpTool } from '@colloquy/flow/integrations'
import type { Service } from '../service.js'
import { sentence } from '../service-calls/sentence.js'
import { openToolServer } from './perform-mcp.js'
import { type Calling, isTrouble } from './rpc.js'

/** Longest time that a form waits for a server. */
const seconds = 15

/** Only the author waits for these calls, so they are not limited by the budget of a turn. */
export const calledFor = (workspaceId: string): Calling => ({
  owner: { workspaceId },
  secondsFor: (asked) => Math.min(asked, seconds),
})

/** Fetches the current tools of a server. Failures are returned as `problem`. */
export async function listServerTools(
  { vault, mcpClient }: Pick<Service, 'vault' | 'mcpClient'>,
  workspaceId: string,
  credentialsId: string,
): Promise<{ tools: McpTool[]; problem?: string }> {
  const server = await openToolServer(vault, workspaceId, credentialsId)
  if (!server) return { tools: [], problem: 'The account is not in this workspace.' }
  const listed = await mcpClient.list(server, calledFor(workspaceId))
  return isTrouble(listed) ? { tools: [], problem: sentence(listed.reason) } : { tools: listed }
}
