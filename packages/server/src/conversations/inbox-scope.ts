import { can, type Standing } from '@colloquy/permissions'
import type { Caller } from '../access/auth.js'
import type { Needs } from '../service.js'

/** Bots whose conversations a person sees in the inbox of a workspace; undefined for those of all bots. */
export async function inboxScope(
  { storage }: Needs<'storage'>,
  { caller, standing, workspaceId }: { caller: Caller; standing: Standing; workspaceId: string },
): Promise<ReadonlySet<string> | undefined> {
  if (can(standing, 'inbox.supervise')) return undefined
  const bots = await storage.members.inboxBots(workspaceId, caller.user.id)
  return bots === null ? undefined : new Set(bots)
}
