import { ApiError } from '@colloquy/api'
import {
  type BotPermission,
  can,
  hasInboxBots,
  needsShare,
  type Permission,
  permissionsOfBots,
  ruleOf,
  type Standing,
  standingInWorkspace,
  standingToBot,
  type WorkspacePermission,
} from '@colloquy/permissions'
import type { BotRow, BotSummary, Storage, User, Workspace } from '@colloquy/storage'
import type { Caller } from './auth.js'
import { isAdmitted } from './is-admitted.js'

export type UserMode = 'read' | 'write' | 'guest'

export interface AdmittedToBot<Bot = BotRow> {
  readonly bot: Bot
  readonly standing: Standing
  /** Access to the draft, as far as the caller's token permits. */
  readonly mode: UserMode
}

export interface AdmittedToWorkspace {
  readonly workspace: Workspace
  readonly standing: Standing
}

/**
 * Returns the bot if the caller has a permission for it. Anonymous callers have that of the public, and otherwise get a 401 for any id,
 * whether the bot exists or not. A bot of another workspace is reported as not found.
 */
export async function admitToBot(
  storage: Storage,
  caller: Caller | undefined,
  permission: BotPermission,
  botId: string,
): Promise<AdmittedToBot> {
  return admitToFound(storage, caller, permission, await storage.bots.find(botId))
}

/** As `admitToBot`, without reading the documents of the bot. The permission is one that the public does not have. */
export async function admitToBotSummary(
  storage: Storage,
  caller: Caller,
  permission: Exclude<BotPermission, 'bot.open'>,
  botId: string,
): Promise<AdmittedToBot<BotSummary>> {
  return admitToFound(storage, caller, permission, await storage.bots.findSummary(botId))
}

async function admitToFound<Bot extends BotSummary>(
  storage: Storage,
  caller: Caller | undefined,
  permission: BotPermission,
  bot: Bot | undefined,
): Promise<AdmittedToBot<Bot>> {
  const own = bot && caller && (await standingOf(storage, caller.user, bot))
  const standing = own ?? (bot && isPubliclyShared(bot) ? 'public' : undefined)
  if (bot?.isDeleted && !ruleOf(permission).worksDeleted) throw new ApiError(caller ? 'bot_not_found' : 'unauthorized')
  if (bot && standing && can(standing, permission)) return { bot, standing, mode: modeOf(standing, caller) }
  if (!caller) throw new ApiError('unauthorized')
  throw accessError(standing, permission, 'bot_not_found')
}

/** Returns the workspace if the caller has a permission for it. */
export async function admitToWorkspace(
  storage: Storage,
  caller: Caller,
  permission: WorkspacePermission,
  id: string,
): Promise<AdmittedToWorkspace> {
  const workspace = await storage.workspaces.get(id)
  const role = workspace && (await storage.workspaces.role(id, caller.user.id))
  const standing = workspace && standingInWorkspace(role, caller.user.isAdmin)
  const isAtRest = isFrozen(workspace) && !ruleOf(permission).worksSuspended
  if (workspace && standing && !isAtRest && can(standing, permission)) return { workspace, standing }
  throw accessError(standing, permission, 'workspace_not_found')
}

/** Returns the standing of a person to a bot at this moment. In a suspended workspace nobody has one as a member or by a share. */
export async function standingOf(
  storage: Rights & { workspaces: Pick<Storage['workspaces'], 'get'> },
  user: Pick<User, 'id' | 'isAdmin'>,
  bot: BotIds,
): Promise<Standing | undefined> {
  const isHeld = isFrozen(await storage.workspaces.get(bot.workspaceId))
  const own = isHeld ? undefined : await membershipOf(storage, user.id, bot)
  return own ?? standingToBot(undefined, undefined, user.isAdmin)
}

/** Returns the standing of a person as a member or by a share, whether or not the workspace is suspended. */
export async function membershipOf(storage: Rights, userId: string, bot: BotIds): Promise<Standing | undefined> {
  const role = await storage.workspaces.role(bot.workspaceId, userId)
  const share = needsShare(role) ? await storage.collaborators.type(bot.id, userId) : undefined
  const isAnswered = hasInboxBots(role) && answers(await storage.members.inboxBots(bot.workspaceId, userId), bot.id)
  return standingToBot(role, share, false, isAnswered)
}

const answers = (inboxBots: readonly string[] | null, botId: string) => inboxBots?.includes(botId) ?? true

/**
 * True if a person still has a permission for a bot: what they left behind, such as a scheduled deployment, acts only then. Whether the
 * workspace is suspended does not matter.
 */
export const stillMay = async (
  storage: Rights,
  userId: string,
  permission: BotPermission,
  bot: BotIds,
): Promise<boolean> => can(await membershipOf(storage, userId, bot), permission)

/** Returns whether a person may change the draft of a bot at this moment, or only read it; undefined if neither. */
export async function draftModeOf(
  storage: Storage,
  user: Pick<User, 'id' | 'isAdmin'>,
  bot: BotIds,
): Promise<'read' | 'write' | undefined> {
  const standing = await standingOf(storage, user, bot)
  return can(standing, 'bot.edit') ? 'write' : can(standing, 'bot.read') ? 'read' : undefined
}

/** Returns whether the caller may read the draft of a bot. */
export const isReadable = (storage: Storage, caller: Caller, bot: BotSummary): Promise<boolean> =>
  isAdmitted(() => admitToFound(storage, caller, 'bot.read', bot))

/** The calls of the storage on which the rights of people depend. */
export interface Rights {
  workspaces: Pick<Storage['workspaces'], 'role'>
  collaborators: Pick<Storage['collaborators'], 'type'>
  members: Pick<Storage['members'], 'inboxBots'>
}

/** A bot, by what its rights depend on. */
export type BotIds = Pick<BotRow, 'id' | 'workspaceId'>

function modeOf(standing: Standing, caller: Caller | undefined): UserMode {
  if (!can(standing, 'bot.read')) return 'guest'
  const isReader = caller?.via === 'token' && caller.token.scope === 'read'
  return can(standing, 'bot.edit') && !isReader ? 'write' : 'read'
}

/** Returns the permissions of the caller for a bot: those of their standing, and with a token that only reads, no more than a viewer has. */
export function permissionsTo({ standing, mode }: Pick<AdmittedToBot, 'standing' | 'mode'>): BotPermission[] {
  const isReader = can(standing, 'bot.edit') && mode !== 'write'
  return permissionsOfBots.filter((permission) => can(standing, permission) && (!isReader || can('viewer', permission)))
}

/** The error for a person without a permission: `forbidden` only if they belong to the workspace or bot anyway. */
function accessError(
  standing: Standing | undefined,
  permission: Permission,
  notFound: 'bot_not_found' | 'workspace_not_found',
) {
  const belongs = standing !== undefined && standing !== 'instanceAdmin' && standing !== 'public'
  return new ApiError(belongs && ruleOf(permission).isForbiddenOpenly ? 'forbidden' : notFound)
}

function isFrozen(workspace: Workspace | undefined): boolean {
  return !workspace || workspace.isSuspended || workspace.isPastDue
}

/** False of a bot that was read without its settings. */
function isPubliclyShared(bot: BotSummary & Partial<Pick<BotRow, 'settings'>>): boolean {
  const settings = JSON.parse(bot.settings ?? '{}') as { publicShare?: { isEnabled?: boolean } }
  return !bot.isDeleted && settings.publicShare?.isEnabled === true
}
