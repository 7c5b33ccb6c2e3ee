import { type BotPermission, can, permissionToOffer, type Role, roleCan, type ShareType } from '@colloquy/permissions'
import type { EndOfItems, Invitation, StandingItem, StandingKind, Storage } from '@colloquy/storage'
import { membershipOf, type Rights, stillMay } from './access.js'

/** True if the author of the invitation may still grant what it offers. One without an author is older than the column. */
export async function stillInvites(
  storage: Rights,
  { authorId, workspaceId, botId, type }: Pick<Invitation, 'authorId' | 'workspaceId' | 'botId' | 'type'>,
): Promise<boolean> {
  return authorId === null || mayInvite(storage, authorId, { workspaceId, botId, offer: type })
}

async function mayInvite(
  storage: Rights,
  userId: string,
  { workspaceId, botId, offer }: Pick<StandingItem, 'workspaceId' | 'botId' | 'offer'>,
): Promise<boolean> {
  if (botId === null) return roleCan(await storage.workspaces.role(workspaceId, userId), 'members.manage')
  const permission = permissionToOffer[offer as ShareType]
  return can(await membershipOf(storage, userId, { id: botId, workspaceId }), permission)
}

const still =
  (permission: BotPermission) =>
  async (storage: Rights, userId: string, { workspaceId, botId }: StandingItem): Promise<boolean> =>
    botId !== null && stillMay(storage, userId, permission, { id: botId, workspaceId })

/** The right that each kind of item needs, to make it and each time that it acts. */
const rights: Record<StandingKind, (storage: Rights, userId: string, item: StandingItem) => Promise<boolean>> = {
  summaryLink: still('results.share'),
  summaryMail: still('results.share'),
  deployment: still('bot.publish'),
  promotion: still('experiments.manage'),
  invitation: mayInvite,
}

/** True if a person may be the author of an item at this moment. */
export const mayAuthor = (storage: Rights, userId: string, item: StandingItem): Promise<boolean> =>
  rights[item.kind](storage, userId, item)

/** A change of a person's role in a workspace, or of their share of a bot: the new one, or undefined if it ends. */
export type ChangeOfRights =
  | { workspaceId: string; role: Role | undefined }
  | { botId: string; type: ShareType | undefined }

/** Reads rights as they will be after a change for a person. */
function rightsAfter({ workspaces, collaborators, members }: Rights, userId: string, change: ChangeOfRights): Rights {
  return {
    workspaces: {
      role: async (workspaceId, id) =>
        id === userId && 'workspaceId' in change && workspaceId === change.workspaceId
          ? change.role
          : workspaces.role(workspaceId, id),
    },
    collaborators: {
      type: async (botId, id) =>
        id === userId && 'botId' in change && botId === change.botId ? change.type : collaborators.type(botId, id),
    },
    members,
  }
}

/**
 * Returns the items of a person that will act no longer, because a change ends their rights. Those whose ids are in `kept` continue in the
 * name of another person, as far as that one may.
 */
export async function itemsAtEnd(
  storage: Pick<Storage, keyof Rights | 'standingItems'>,
  { workspaceId, authorId, change, kept, newAuthorId, now }: EndOfRights,
): Promise<EndOfItems> {
  const later = rightsAfter(storage, authorId, change)
  const end = { ended: [] as StandingItem[], kept: [] as StandingItem[], newAuthorId }
  for (const item of await storage.standingItems.list(workspaceId, authorId, now)) {
    if (await mayAuthor(later, authorId, item)) continue
    const isKept = kept.includes(item.id) && (await mayAuthor(later, newAuthorId, item))
    end[isKept ? 'kept' : 'ended'].push(item)
  }
  return end
}

interface EndOfRights {
  workspaceId: string
  /** Whose rights end. */
  authorId: string
  change: ChangeOfRights
  kept: readonly string[]
  newAuthorId: string
  now: number
}
