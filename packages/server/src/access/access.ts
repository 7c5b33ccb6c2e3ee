import { ApiError } from '@colloquy/api'
import type { BotRow, CollaborationType, Role, Storage, Workspace } from '@colloquy/storage'
import type { Caller } from './auth.js'

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
  const share = await shareOf(storage, caller.user.id, bot)
  const isHeld = isFrozen(await storage.workspaces.get(bot.workspaceId))
  if (!caller.user.isAdmin && (share === undefined || isHeld)) throw new ApiError('bot_not_found')
  const mode = isHeld ? 'read' : modeOf(share, caller)
  return { bot, mode, isMember: share !== undefined, seesPeople: share !== 'READ' }
}

export async function isReadable(storage: Storage, caller: Caller, botId: string): Promise<boolean> {
  try {
    await readableBot(storage, caller, botId)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'bot_not_found') return false
    throw error
  }
}

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
  if (share === 'READ') throw new ApiError('forbidden')
  return { bot, share: share === 'WRITE' ? share : 'FULL_ACCESS' }
}

/** Returns what a user may do with a bot: everything as a member, otherwise what the bot is shared for. */
async function shareOf(storage: Storage, userId: string, bot: BotRow): Promise<Share | undefined> {
  const role = await storage.workspaces.role(bot.workspaceId, userId)
  if (role === 'ADMIN' || role === 'MEMBER') return 'member'
  return role === 'GUEST' ? storage.collaborators.type(bot.id, userId) : undefined
}

/** True if a bot is shared with a user or belongs to one of their workspaces. */
export const sharesBot = async (storage: Storage, userId: string, bot: BotRow): Promise<boolean> =>
  (await shareOf(storage, userId, bot)) !== undefined

async function openBot(storage: Storage, caller: Caller, botId: string) {
  const bot = await storage.bots.find(botId)
  if (!bot || bot.isDeleted) throw new ApiError('bot_not_found')
  if (isFrozen(await storage.workspaces.get(bot.workspaceId))) throw new ApiError('bot_not_found')
  return { bot, share: await shareOf(storage, caller.user.id, bot) }
}

type Share = 'member' | CollaborationType
function modeOf(share: Share | undefined, caller: Caller): UserMode {
  if (share === undefined) return caller.user.isAdmin ? 'read' : 'guest'
  return caller.via === 'token' && caller.token.scope === 'read' ? 'read' : modes[share]
}
const modes: Record<Share, UserMode> = { member: 'write', FULL_ACCESS: 'write', WRITE: 'write', READ: 'read' }

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
