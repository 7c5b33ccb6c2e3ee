import { type McpOutcome, type McpRequest, mcpCredentials } from '@colloquy/flow/integrations'
import { readUrl } from '@colloquy/ports/urls'
import type { TurnScope } from '../effects/effects.js'
import { callKey } from '../process/recent-answers.js'
import { withoutSecrets } from '../service-calls/authenticate.js'
import type { OpenCredentials, Vault } from '../vault/vault.js'
import { type Calling, isTrouble, type ToolServer } from './rpc.js'
import type { ToolClient } from './tool-client.js'

/** Lists the tools of the tool server that a workspace's credentials name, or runs one of them. */
export async function performMcp(
  request: McpRequest,
  { workspaceId, botId, budget }: Pick<TurnScope, 'workspaceId' | 'botId' | 'budget'>,
  { vault, client }: { vault: Vault; client: ToolClient },
): Promise<McpOutcome> {
  const server = await openToolServer(vault, workspaceId, request.credentialsId)
  if (!server)
    return { answer: 'failed', cause: 'refused', reason: 'its credentials are not among those of this workspace.' }
  const calling: Calling = {
    owner: { workspaceId, botId },
    secondsFor: (asked) => budget.secondsFor(asked),
    guard: budget,
  }
  if (request.ask === 'call') return client.call(server, request, calling)
  const tools = await client.known(server, calling)
  return isTrouble(tools) ? { answer: 'failed', ...tools } : { answer: 'tools', tools }
}

/** Opens a tool server. Undefined when the workspace has no such credentials, or they name no server. */
export async function openToolServer(
  vault: Vault,
  workspaceId: string,
  credentialsId: string,
): Promise<ToolServer | undefined> {
  const opened = await vault.open(workspaceId, credentialsId, 'mcp')
  return opened && toolServerOf(opened, `${workspaceId} ${credentialsId}`)
}

/** Returns the server that credentials are for. Changed credentials with the same id count as a different server. */
export function toolServerOf({ data, allowedHosts }: OpenCredentials<'mcp'>, id: string): ToolServer | undefined {
  const { url, key, header } = data
  if (!url || !readUrl(url)) return undefined
  const secrets: ToolServer['secrets'] = key
    ? [header ? ([header, key] as const) : (['Authorization', `Bearer ${key}`] as const)]
    : []
  return {
    key: callKey(id, url, header, key),
    url,
    secrets,
    hosts: allowedHosts,
    withoutSecrets: (text) => withoutSecrets(text, mcpCredentials, data),
  }
}
