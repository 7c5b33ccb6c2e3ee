import type { Caller } from '../access/auth.js'
import { endStandingItems } from '../access/standing-rights.js'
import { timestamp } from '../http/timestamp.js'
import type { Needs } from '../service.js'

/** Returns what a person made in a workspace, or of one of its bots, that acts later or for others. */
export async function shownItems(
  { storage, now }: Needs<'storage' | 'now'>,
  { workspaceId, userId, botId }: { workspaceId: string; userId: string; botId?: string },
) {
  const items = await storage.standingItems.list(workspaceId, userId, now())
  const shown = botId === undefined ? items : items.filter((item) => item.botId === botId)
  return shown.map(({ kind, id, botId, botName, title, createdAt, at }) => ({
    kind,
    id,
    botId,
    botName,
    title,
    createdAt: timestamp(createdAt),
    at: at === null ? null : timestamp(at),
  }))
}

/** Ends what a person made and may no longer make, apart from what the caller keeps in their own name. */
export async function endItems(
  { storage, now }: Needs<'storage' | 'now'>,
  {
    workspaceId,
    userId,
    kept,
    caller,
  }: { workspaceId: string; userId: string; kept: readonly string[]; caller: Caller },
): Promise<void> {
  const end = { workspaceId, authorId: userId, kept, newAuthorId: caller.user.id, now: now() }
  await endStandingItems(storage, end)
}
