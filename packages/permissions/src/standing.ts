/**
 * Roles of the members of a workspace, the highest first. Agents answer the conversations of chosen bots. They and guests see only the bots that
 * are shared with them.
 */
export const roles = ['ADMIN', 'MEMBER', 'AGENT', 'GUEST'] as const
export type Role = (typeof roles)[number]

/** Access that a bot can be shared with. */
export const shareTypes = ['READ', 'WRITE', 'FULL_ACCESS'] as const
export type ShareType = (typeof shareTypes)[number]

/** Relation of a person to a workspace or to one of its bots. */
export type Standing =
  | 'admin'
  | 'member'
  /** The bot is shared with full access. */
  | 'manager'
  /** The bot is shared for writing. */
  | 'editor'
  /** The bot is shared for reading. */
  | 'viewer'
  /** Answers conversations of a workspace; to a bot, one who answers its conversations. */
  | 'inboxAgent'
  /** A guest of a workspace. */
  | 'guest'
  /** An admin of the instance who is nothing else. */
  | 'instanceAdmin'
  /** Anybody, to a bot whose draft is open to everybody. */
  | 'public'

const ofRole: Record<Role, Standing> = { ADMIN: 'admin', MEMBER: 'member', AGENT: 'inboxAgent', GUEST: 'guest' }
const ofShare: Record<ShareType, Standing> = { FULL_ACCESS: 'manager', WRITE: 'editor', READ: 'viewer' }

/** Returns the standing of a person with this role in a workspace: `standingInWorkspace('ADMIN', false)` is `'admin'`. Undefined if nothing. */
export function standingInWorkspace(role: Role | undefined, isInstanceAdmin: boolean): Standing | undefined {
  if (role !== undefined) return ofRole[role]
  return isInstanceAdmin ? 'instanceAdmin' : undefined
}

/** True for roles that see only the bots that are shared with them. */
export const needsShare = (role: Role | undefined): boolean => role === 'AGENT' || role === 'GUEST'

/**
 * Returns the standing of a person to a bot: that of agents and guests of its workspace depends on their share, and on whether the agent answers its
 * conversations. Undefined if nothing.
 */
export function standingToBot(
  role: Role | undefined,
  share: ShareType | undefined,
  isInstanceAdmin: boolean,
  isAnswered = false,
): Standing | undefined {
  if (role === 'ADMIN' || role === 'MEMBER') return ofRole[role]
  if (needsShare(role) && share !== undefined) return ofShare[share]
  if (role === 'AGENT' && isAnswered) return ofRole[role]
  return isInstanceAdmin ? 'instanceAdmin' : undefined
}

/** Role of the person who creates a workspace or takes it over. */
export const ownerRole: Role = 'ADMIN'

/** The role of people with whom only bots are shared. */
export const guestRole: Role = 'GUEST'
