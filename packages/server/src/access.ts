import { ApiError } from '@colloquy/api'
import type { BotRow, Role, Storage, Workspace } from '@colloquy/storage'
import type { Caller } from './auth.js'

export type UserMode = 'read' | 'write' | 'guest'

/** The bot, if the caller may read it. One of another workspace is answered as one that does not exist. */
export async function readableBot(
  storage: Storage,
  caller: Caller,
  botId: string,
  options: { allowsPublicShare?: boolean } = {},
): Promise<{ bot: BotRow; mode: UserMode }> {
  const bot = await storage.bots.find(botId)
  if (!bot) throw new ApiError('bot_not_found')
  const isShared = options.allowsPublicShare === true && isPubliclyShared(bot)
  const role = await storage.workspaces.role(bot.workspaceId, caller.user.id)
  const isMember = role === 'ADMIN' || role === 'MEMBER'
  if (!caller.user.isAdmin && !isShared) {
    if (!isMember) throw new ApiError('bot_not_found')
    if (isFrozen(await storage.workspaces.get(bot.workspaceId))) throw new ApiError('bot_not_found')
  }
  return { bot, mode: isMember ? 'write' : caller.user.isAdmin ? 'read' : 'guest' }
}

/** The bot, if the caller may change it. */
export async function writableBot(storage: Storage, caller: Caller, botId: string): Promise<BotRow> {
  const bot = await storage.bots.find(botId)
  if (!bot || bot.isArchived) throw new ApiError('bot_not_found')
  const role = await storage.workspaces.role(bot.workspaceId, caller.user.id)
  if (role !== 'ADMIN' && role !== 'MEMBER') throw new ApiError('bot_not_found')
  if (isFrozen(await storage.workspaces.get(bot.workspaceId))) throw new ApiError('bot_not_found')
  return bot
}

/** The workspace, if the caller may add bots to it. */
export async function writableWorkspace(storage: Storage, caller: Caller, id: string): Promise<Workspace> {
  const workspace = await storage.workspaces.get(id)
  const role = workspace && (await storage.workspaces.role(id, caller.user.id))
  if (!workspace || (role !== 'ADMIN' && role !== 'MEMBER') || isFrozen(workspace))
    throw new ApiError('workspace_not_found')
  return workspace
}

/** The workspace, if the caller belongs to it in any role or looks after the instance. */
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

function isFrozen(workspace: Workspace | undefined): boolean {
  return !workspace || workspace.isSuspended || workspace.isPastDue
}

function isPubliclyShared(bot: BotRow): boolean {
  const settings = JSON.parse(bot.settings) as { publicShare?: { isEnabled?: boolean } }
  return !bot.isArchived && settings.publicShare?.isEnabled === true
}
