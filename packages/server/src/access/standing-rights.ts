import type { Invitation, StandingItem, StandingKind, Storage } from '@colloquy/storage'
import { grantable, shareOf, stillWrites } from './access.js'

/** True if the author of the invitation may still grant what it offers. One without an author is older than the column. */
export async function stillInvites(
  storage: Storage,
  { authorId, workspaceId, botId, type }: Pick<Invitation, 'authorId' | 'workspaceId' | 'botId' | 'type'>,
): Promise<boolean> {
  return authorId === null || mayInvite(storage, authorId, { workspaceId, botId, offer: type })
}

async function mayInvite(
  storage: Storage,
  userId: string,
  { workspaceId, botId, offer }: Pick<StandingItem, 'workspaceId' | 'botId' | 'offer'>,
): Promise<boolean> {
  if (botId === null) return (await storage.workspaces.role(workspaceId, userId)) === 'ADMIN'
  const granted = grantable(await shareOf(storage, userId, { id: botId, workspaceId }))
  return granted === 'FULL_ACCESS' || (granted === 'WRITE' && offer !== 'FULL_ACCESS')
}

const mayChange = async (storage: Storage, userId: string, { workspaceId, botId }: StandingItem): Promise<boolean> =>
  botId !== null && stillWrites(storage, userId, { id: botId, workspaceId })

/** The right that each kind of item needs, to make it and each time that it acts. */
const rights: Record<StandingKind, (storage: Storage, userId: string, item: StandingItem) => Promise<boolean>> = {
  summaryLink: mayChange,
  summaryMail: mayChange,
  deployment: mayChange,
  promotion: mayChange,
  invitation: mayInvite,
}

/** True if a person may be the author of an item at this moment. */
export const mayAuthor = (storage: Storage, userId: string, item: StandingItem): Promise<boolean> =>
  rights[item.kind](storage, userId, item)

/**
 * Ends the items of a person that act no longer, because their rights ended. Those whose ids are in `kept` continue in the name of another
 * person, as far as that one may.
 */
export async function endStandingItems(
  storage: Storage,
  { workspaceId, authorId, kept, newAuthorId, now }: EndOfRights,
): Promise<void> {
  for (const item of await storage.standingItems.list(workspaceId, authorId, now)) {
    if (await mayAuthor(storage, authorId, item)) continue
    const isKept = kept.includes(item.id) && (await mayAuthor(storage, newAuthorId, item))
    await (isKept ? storage.standingItems.assign(item, newAuthorId) : storage.standingItems.revoke(item))
  }
}

interface EndOfRights {
  workspaceId: string
  /** Whose rights ended. */
  authorId: string
  kept: readonly string[]
  newAuthorId: string
  now: number
}
