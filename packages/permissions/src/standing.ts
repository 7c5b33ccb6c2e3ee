/** Roles of the members of a workspace, the highest first. Guests see only the bots that are shared with them. */
export const roles = ['ADMIN', 'MEMBER', 'GUEST'] as const
export type Role = (typeof roles)[number]

/** What a bot can be shared for. */
export const shareTypes = ['READ', 'WRITE', 'FULL_ACCESS'] as const
export type ShareType = (typeof shareTypes)[number]

/** What somebody is to a workspace or to one of its bots. */
export type Standing =
  | 'admin'
  | 'member'
  /** The bot is shared with full access. */
  | 'manager'
  /** The bot is shared for writing. */
  | 'editor'
  /** The bot is shared for reading. */
  | 'viewer'
  /** A guest of a workspace. */
  | 'guest'
  /** An admin of the instance who is nothing else. */
  | 'instanceAdmin'
  /** Anybody, to a bot whose draft is open to everybody. */
  | 'public'

const ofRole: Record<Role, Standing> = { ADMIN: 'admin', MEMBER: 'member', GUEST: 'guest' }
const ofShare: Record<ShareType, Standing> = { FULL_ACCESS: 'manager', WRITE: 'editor', READ: 'viewer' }

/** What a person with this role is to a workspace: `standingInWorkspace('ADMIN', false)` is `'admin'`. Undefined if nothing. */
export function standingInWorkspace(role: Role | undefined, isInstanceAdmin: boolean): Standing | undefined {
  if (role !== undefined) return ofRole[role]
  return isInstanceAdmin ? 'instanceAdmin' : undefined
}

/** What a person is to a bot: guests of its workspace are what it is shared with them for. Undefined if nothing. */
export function standingToBot(
  role: Role | undefined,
  share: ShareType | undefined,
  isInstanceAdmin: boolean,
): Standing | undefined {
  if (role === 'ADMIN' || role === 'MEMBER') return ofRole[role]
  if (role === 'GUEST' && share !== undefined) return ofShare[share]
  return isInstanceAdmin ? 'instanceAdmin' : undefined
}

/** The role of whoever creates a workspace or takes it over. */
export const ownerRole: Role = 'ADMIN'

/** The role of people with whom only bots are shared. */
export const guestRole: Role = 'GUEST'
