import { ApiError } from '@colloquy/api'
import type { BotRow, CollaborationType, Role, Storage, User, Workspace } from '@colloquy/storage'
import type { Caller } from './auth.js'
import { isAdmitted } from './is-admitted.js'

export type UserMode = 'read' | 'write' | 'guest'

/**
 * Returns the bot if the caller may read it, and whether they do so as a member of its workspace or as a collaborator. `seesPeople`: true
 * if the caller may see who else the bot is shared with. A bot of another workspace is reported as not found.
 */
export async function readableBot(
  storage: Storage,
  caller: Caller,
  botId: string,
): Promise<{ bot: BotRow; mode: UserMode; isMember: boolean; seesPeople: boolean }> {
  const bot = await storage.bots.find(botId)
  if (!bot) throw new ApiError('bot_not_found')
  const { share, mode } = await rightsOf(storage, caller.user, bot)
  if (mode === undefined) throw new ApiError('bot_not_found')
  const isReader = caller.via === 'token' && caller.token.scope === 'read'
  return { bot, mode: isReader ? 'read' : mode, isMember: share !== undefined, seesPeople: share !== 'READ' }
}

/** Returns what a person may do with a bot at this moment. `mode` is undefined if they may not read it. */
export async function rightsOf(
  storage: Storage,
  user: Pick<User, 'id' | 'isAdmin'>,
  bot: BotIds,
): Promise<{ share: Share | undefined; mode: 'read' | 'write' | undefined }> {
  const share = await shareOf(storage, user.id, bot)
  const isHeld = isFrozen(await storage.workspaces.get(bot.workspaceId))
  const mode = share === undefined || isHeld ? undefined : modes[share]
  return { share, mode: mode ?? (user.isAdmin ? 'read' : undefined) }
}

/**
 * True if a person may still change a bot: what they left behind, such as a scheduled deployment, acts only then. Whether the workspace is
 * suspended does not matter.
 */
export async function stillWrites(storage: Rights, userId: string, bot: BotIds): Promise<boolean> {
  const share = await shareOf(storage, userId, bot)
  return share !== undefined && modes[share] === 'write'
}

export const isReadable = (storage: Storage, caller: Caller, botId: string): Promise<boolean> =>
  isAdmitted(() => readableBot(storage, caller, botId))

/**
 * Like `readableBot`, but also admits the public to publicly shared bots. They read in the mode `guest`, which shows nothing secret.
 * Anonymous callers get a 401 for any other id, whether the bot exists or not.
 */
export async function visibleBot(
  storage: Storage,
  caller: Caller | undefined,
  botId: string,
): Promise<{ bot: BotRow; mode: UserMode }> {
  const bot = await storage.bots.find(botId)
  if (bot && isPubliclyShared(bot)) {
    if (!caller) return { bot, mode: 'guest' }
    const isHeld = isFrozen(await storage.workspaces.get(bot.workspaceId))
    return { bot, mode: modeOf(isHeld ? undefined : await shareOf(storage, caller.user.id, bot), caller) }
  }
  if (!caller) throw new ApiError('unauthorized')
  return readableBot(storage, caller, botId)
}

/** Returns the bot if the caller may change it. */
export async function writableBot(storage: Storage, caller: Caller, botId: string): Promise<BotRow> {
  const { bot, share } = await openBot(storage, caller, botId)
  if (share === undefined || share === 'READ') throw new ApiError('bot_not_found')
  return bot
}

/** Returns the bot and the access that the caller may grant, which is at most their own. Throws if they may grant none. */
export async function sharableBot(
  storage: Storage,
  caller: Caller,
  botId: string,
): Promise<{ bot: BotRow; share: 'WRITE' | 'FULL_ACCESS' }> {
  const { bot, share } = await openBot(storage, caller, botId)
  if (share === undefined) throw new ApiError('bot_not_found')
  const granted = grantable(share)
  if (granted === undefined) throw new ApiError('forbidden')
  return { bot, share: granted }
}

/** Returns what a user may do with a bot: everything as a member, otherwise what the bot is shared for. */
export async function shareOf(storage: Rights, userId: string, bot: BotIds): Promise<Share | undefined> {
  const role = await storage.workspaces.role(bot.workspaceId, userId)
  if (role === 'ADMIN' || role === 'MEMBER') return 'member'
  return role === 'GUEST' ? storage.collaborators.type(bot.id, userId) : undefined
}

/** True if a bot is shared with a user or belongs to one of their workspaces. */
export const sharesBot = async (storage: Storage, userId: string, bot: BotRow): Promise<boolean> =>
  (await shareOf(storage, userId, bot)) !== undefined

/** Returns the access that a share permits to grant: at most itself, and none for readers. */
export const grantable = (share: Share | undefined): 'WRITE' | 'FULL_ACCESS' | undefined =>
  share === undefined || share === 'READ' ? undefined : share === 'WRITE' ? share : 'FULL_ACCESS'

async function openBot(storage: Storage, caller: Caller, botId: string) {
  const bot = await storage.bots.find(botId)
  if (!bot || bot.isDeleted) throw new ApiError('bot_not_found')
  if (isFrozen(await storage.workspaces.get(bot.workspaceId))) throw new ApiError('bot_not_found')
  return { bot, share: await shareOf(storage, caller.user.id, bot) }
}

type Share = 'member' | CollaborationType

/** The calls of the storage on which the rights of people depend. */
export interface Rights {
  workspaces: Pick<Storage['workspaces'], 'role'>
  collaborators: Pick<Storage['collaborators'], 'type'>
}

/** A bot, by what its rights depend on. */
export type BotIds = Pick<BotRow, 'id' | 'workspaceId'>
function modeOf(share: Share | undefined, caller: Caller): UserMode {
  if (share === undefined) return caller.user.isAdmin ? 'read' : 'guest'
  return caller.via === 'token' && caller.token.scope === 'read' ? 'read' : modes[share]
}
const modes: Record<Share, 'read' | 'write'> = { member: 'write', FULL_ACCESS: 'write', WRITE: 'write', READ: 'read' }

/** Returns the workspace if the caller may add bots to it. */
export async function writableWorkspace(storage: Storage, caller: Caller, id: string): Promise<Workspace> {
  const workspace = await storage.workspaces.get(id)
  const role = workspace && (await storage.workspaces.role(id, caller.user.id))
  if (!workspace || (role !== 'ADMIN' && role !== 'MEMBER') || isFrozen(workspace))
    throw new ApiError('workspace_not_found')
  return workspace
}

/** Returns the workspace if the caller has any role in it or is an instance admin. */
export async function visibleWorkspace(
  storage: Storage,
  caller: Caller,
  id: string,
): Promise<{ workspace: Workspace; role: Role | undefined }> {
  const workspace = await storage.workspaces.get(id)
  const role = workspace && (await storage.workspaces.role(id, caller.user.id))
  if (!workspace || (!role && !caller.user.isAdmin)) throw new ApiError('workspace_not_found')
  return { workspace, role }
}

/** Returns the workspace if the caller may see what is hidden from guests: its members and instance admins do. */
export async function memberWorkspace(storage: Storage, caller: Caller, id: string): Promise<Workspace> {
  const { workspace, role } = await visibleWorkspace(storage, caller, id)
  if (role === 'GUEST') throw new ApiError('forbidden')
  return workspace
}

/** Returns the workspace if the caller is one of its admins. */
export async function managedWorkspace(storage: Storage, caller: Caller, id: string): Promise<Workspace> {
  const { workspace, role } = await visibleWorkspace(storage, caller, id)
  if (role === undefined) throw new ApiError('workspace_not_found')
  if (role !== 'ADMIN') throw new ApiError('forbidden')
  return workspace
}

function isFrozen(workspace: Workspace | undefined): boolean {
  return !workspace || workspace.isSuspended || workspace.isPastDue
}

function isPubliclyShared(bot: BotRow): boolean {
  const settings = JSON.parse(bot.settings) as { publicShare?: { isEnabled?: boolean } }
  return !bot.isDeleted && settings.publicShare?.isEnabled === true
}
