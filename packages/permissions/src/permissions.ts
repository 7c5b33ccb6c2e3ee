import { type Role, roles, type ShareType, type Standing, standingInWorkspace } from './standing.js'

interface Rule {
  /** Subject that a request has to name. */
  readonly of: 'bot' | 'workspace'
  readonly allows: readonly Standing[]
  /** Members and guests who lack it get `forbidden`. Otherwise, and for everybody else, the bot or workspace is not found. */
  readonly isForbiddenOpenly?: true
  /** Also while the workspace is suspended. To the bots of a suspended workspace its people are nothing. */
  readonly worksSuspended?: true
  /** Also for a bot that was deleted, whose results are kept. */
  readonly worksDeleted?: true
}

const members = ['admin', 'member'] as const
const managers = [...members, 'manager'] as const
const editors = [...managers, 'editor'] as const
const partners = [...editors, 'viewer'] as const
const readers = [...partners, 'instanceAdmin'] as const
const agents = [...members, 'inboxAgent'] as const
const everyRole = [...agents, 'guest', 'instanceAdmin'] as const

const ofBot = (allows: readonly Standing[]) => ({ of: 'bot', allows }) as const
const ofWorkspace = (allows: readonly Standing[]) => ({ of: 'workspace', allows }) as const
const always = { worksSuspended: true } as const
const afterwards = { worksDeleted: true } as const
const openly = { isForbiddenOpenly: true } as const

/** Every permission, and who has it. */
export const permissions = {
  'bot.open': { ...ofBot([...readers, 'public']), ...afterwards },
  'bot.read': { ...ofBot(readers), ...afterwards },
  'bot.test': { ...ofBot(readers), ...afterwards },
  'bot.follow': ofBot(readers),
  'bot.preview': ofBot(readers),
  'bot.copy': ofBot(readers),
  'bot.copyTests': ofBot(members),
  'bot.edit': ofBot(editors),
  'bot.delete': ofBot(editors),
  'bot.publish': ofBot(editors),
  'bot.connect': ofBot(editors),
  'bot.addFile': ofBot([...editors, 'inboxAgent']),
  'bot.readComments': ofBot(readers),
  'bot.comment': ofBot(partners),
  'bot.seePeople': { ...ofBot([...editors, 'instanceAdmin']), ...openly, ...afterwards },
  'bot.invite': { ...ofBot(editors), ...openly },
  'bot.manageSharing': { ...ofBot(managers), ...openly },
  'environments.read': ofBot(readers),
  'environments.manage': ofBot(editors),
  'experiments.read': ofBot(readers),
  'experiments.manage': ofBot(editors),
  'results.read': { ...ofBot(readers), ...afterwards },
  'results.follow': ofBot(partners),
  'results.record': ofBot(editors),
  'results.share': ofBot(editors),
  'results.delete': ofBot(editors),
  'inbox.answer': ofBot([...editors, 'inboxAgent']),
  'inbox.use': ofWorkspace(agents),
  'inbox.supervise': ofWorkspace(members),
  'contacts.read': ofWorkspace([...members, 'instanceAdmin']),
  'contacts.manage': ofWorkspace(members),
  'workspace.read': { ...ofWorkspace(everyRole), ...always },
  'workspace.belong': { ...ofWorkspace([...agents, 'guest']), ...always },
  'workspace.listBots': { ...ofWorkspace([...members, 'instanceAdmin']), ...always },
  'workspace.seeUsage': { ...ofWorkspace([...members, 'instanceAdmin']), ...always, ...openly },
  'workspace.manage': { ...ofWorkspace(['admin']), ...always, ...openly },
  'workspace.delete': { ...ofWorkspace(['admin']), ...always },
  'workspace.eraseResults': { ...ofWorkspace(['admin']), ...always, ...openly },
  'members.see': { ...ofWorkspace([...members, 'instanceAdmin']), ...always, ...openly },
  'members.manage': { ...ofWorkspace(['admin']), ...always, ...openly },
  'bots.create': ofWorkspace(members),
  'credentials.manage': ofWorkspace(members),
  'integrations.use': ofWorkspace(members),
  'messaging.manage': ofWorkspace(members),
  'deliveries.manage': ofWorkspace(members),
  'knowledge.manage': ofWorkspace(members),
  'folders.manage': ofWorkspace(members),
  'themes.manage': ofWorkspace(members),
  'domains.manage': ofWorkspace(members),
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof permissions
type Of<Subject> = { [P in Permission]: (typeof permissions)[P]['of'] extends Subject ? P : never }[Permission]
export type BotPermission = Of<'bot'>
export type WorkspacePermission = Of<'workspace'>

/** All permissions that concern one bot. */
export const permissionsOfBots = (Object.keys(permissions) as Permission[]).filter(
  (permission): permission is BotPermission => permissions[permission].of === 'bot',
)

export const ruleOf = (permission: Permission): Rule => permissions[permission]

/** True if somebody of this standing has a permission: `can('viewer', 'bot.edit')` is false. */
export const can = (standing: Standing | undefined, permission: Permission): boolean =>
  standing !== undefined && ruleOf(permission).allows.includes(standing)

/** True if a role in a workspace has a permission there: `roleCan('GUEST', 'bots.create')` is false. */
export const roleCan = (role: Role | undefined, permission: WorkspacePermission): boolean =>
  can(standingInWorkspace(role, false), permission)

/** True for roles that answer the conversations of chosen bots: `hasInboxBots('AGENT')`. */
export const hasInboxBots = (role: Role | undefined): boolean =>
  roleCan(role, 'inbox.use') && !roleCan(role, 'inbox.supervise')

/** The roles of a workspace that have a permission: `rolesWith('workspace.manage')` is `['ADMIN']`. */
export const rolesWith = (permission: WorkspacePermission): Role[] => roles.filter((role) => roleCan(role, permission))

/** The permission to offer a share of a bot to somebody. Nobody can offer more than they have. */
export const permissionToOffer: Record<ShareType, BotPermission> = {
  READ: 'bot.invite',
  WRITE: 'bot.invite',
  FULL_ACCESS: 'bot.manageSharing',
}
