import type { EndOfItems } from '@colloquy/storage'
import type { Caller } from '../access/auth.js'
import { type ChangeOfRights, itemsAtEnd } from '../access/standing-rights.js'
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

/** Returns what ends of that which a person made, once a change ends their rights, and what the caller keeps in their own name. */
export const endOfItems = (
  { storage, now }: Needs<'storage' | 'now'>,
  { userId, caller, ...end }: { workspaceId: string; userId: string; kept: readonly string[]; caller: Caller },
  change: ChangeOfRights,
): Promise<EndOfItems> =>
  itemsAtEnd(storage, { ...end, authorId: userId, newAuthorId: caller.user.id, change, now: now() })
