import { ApiError, type Endpoint } from '@colloquy/api'
import { type BotPermission, type Permission, ruleOf, type WorkspacePermission } from '@colloquy/permissions'
import type { Storage } from '@colloquy/storage'
import { type AdmittedToBot, type AdmittedToWorkspace, admitToBot, admitToWorkspace } from './access.js'
import type { Caller } from './auth.js'

/** Parts of a request that can name a bot or a workspace. */
interface NamingCall {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: Caller | undefined
}

/** Asks for the permission that an endpoint needs. Returns what the caller was admitted to, and nothing where it needs none here. */
export async function admitCall(
  { storage }: { storage: Storage },
  { needs, isAdmittedInTurn }: Endpoint,
  call: NamingCall,
): Promise<AdmittedToBot | AdmittedToWorkspace | undefined> {
  if (needs === undefined || isAdmittedInTurn) return undefined
  if (isOfBot(needs)) return admitToBot(storage, call.caller, needs, idIn(call, 'botId'))
  if (!call.caller) throw new ApiError('unauthorized')
  return admitToWorkspace(storage, call.caller, needs as WorkspacePermission, idIn(call, 'workspaceId'))
}

const isOfBot = (permission: Permission): permission is BotPermission => ruleOf(permission).of === 'bot'

/** The id in the path, the query or the body, in this order: some clients send the body of a DELETE, others cannot. */
function idIn({ params, query, body }: NamingCall, name: 'botId' | 'workspaceId'): string {
  for (const part of [params, query, body]) {
    const id = (part as Partial<Record<string, unknown>> | undefined)?.[name]
    if (typeof id === 'string') return id
  }
  const issue = { path: name, message: 'Name it, in the query or in the body' }
  throw new ApiError('invalid_request', { issues: [issue] })
}
