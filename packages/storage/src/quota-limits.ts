import { isNotRemoved } from './not-removed.js'
import { managingRoles } from './people/role-lists.js'

/**
 * Limits on the number of rows that one owner can create. `table` and `where`, whose parameter is the owner's id, select the rows that count; an
 * index has them. The owner's row in `owners` is locked, so that two at once wait for each other and neither goes beyond.
 */
export const counted = {
  workspacesPerUser: { owners: 'users', table: 'members', where: `user_id = ? AND role IN (${managingRoles})` },
  tokensPerUser: { owners: 'users', table: 'tokens', where: 'owner_id = ?' },
  botsPerWorkspace: { owners: 'workspaces', table: 'bots', where: 'workspace_id = ? AND is_deleted = 0' },
  foldersPerWorkspace: { owners: 'workspaces', table: 'folders', where: 'workspace_id = ?' },
  credentialsPerWorkspace: { owners: 'workspaces', table: 'credentials', where: 'workspace_id = ?' },
  themeTemplatesPerWorkspace: { owners: 'workspaces', table: 'theme_templates', where: 'workspace_id = ?' },
  domainsPerWorkspace: { owners: 'workspaces', table: 'domain_claims', where: 'workspace_id = ?' },
  membersPerWorkspace: { owners: 'workspaces', table: 'members', where: 'workspace_id = ?' },
  invitationsPerWorkspace: { owners: 'workspaces', table: 'invitations', where: 'workspace_id = ? AND bot_id IS NULL' },
  verifyTokensPerWorkspace: { owners: 'workspaces', table: 'verify_tokens', where: 'workspace_id = ?' },
  contactSegments: { owners: 'workspaces', table: 'contact_segments', where: 'workspace_id = ?' },
  teams: { owners: 'workspaces', table: 'teams', where: 'workspace_id = ?' },
  savedReplies: { owners: 'workspaces', table: 'saved_replies', where: 'workspace_id = ?' },
  contactAttributes: { owners: 'workspaces', table: 'contact_attributes', where: 'workspace_id = ?' },
  knowledgeBases: {
    owners: 'workspaces',
    table: 'knowledge_bases',
    where: `workspace_id = ? AND ${isNotRemoved('knowledge_bases', 'knowledge_bases.id')}`,
  },
  knowledgeSources: { owners: 'knowledge_bases', table: 'knowledge_sources', where: 'base_id = ?' },
  invitationsPerBot: { owners: 'bots', table: 'invitations', where: 'bot_id = ?' },
  commentsPerBot: { owners: 'bots', table: 'bot_comments', where: 'bot_id = ?' },
  releasesPerBot: { owners: 'bots', table: 'releases', where: 'bot_id = ?' },
  scheduledDeploymentsPerBot: {
    owners: 'bots',
    table: 'deployments',
    where: 'bot_id = ? AND done_at IS NULL AND skipped_at IS NULL',
  },
  experimentsPerBot: { owners: 'bots', table: 'experiments', where: 'bot_id = ?' },
  waitingMessages: {
    owners: 'workspaces',
    table: 'inbox',
    // The condition on the credentials, which all have, makes SQLite choose the index that contains waiting messages only.
    where: "workspace_id = ? AND credentials_id >= '' AND handled_at IS NULL",
  },
  webhooksPerSession: { owners: 'sessions', table: 'held_webhooks', where: 'session_id = ?' },
} as const

export type Quota = keyof typeof counted

export const quotaNames = Object.keys(counted) as Quota[]

/** Tables whose rows a quota counts. */
export const tablesWithQuota: ReadonlySet<string> = new Set(Object.values(counted).map(({ table }) => table))

/** Tables whose bytes count towards `workspaceBotBytes`; `bot_sizes` has their sums. */
export const tablesWithByteQuota: ReadonlySet<string> = new Set([
  'bots',
  'bot_operations',
  'releases',
  'bot_tests',
  'bot_comments',
])

/**
 * Maximum numbers, and bytes of all bots of a workspace. `deletedBots` per workspace and `deploymentsPerBot` reject nothing; the oldest ones are
 * deleted or emptied.
 */
export type Quotas = Readonly<Record<Quota | 'workspaceBotBytes' | 'deletedBots' | 'deploymentsPerBot', number>>

/** Those that are counted as rows are, and others. */
type ReachedQuota = Quota | 'workspaceBotBytes' | 'contactsPerWorkspace'

/** Thrown if there are as many rows or bytes as may be; nothing was written. */
export class QuotaReachedError extends Error {
  readonly quota: ReachedQuota
  readonly max: number
  /** Bytes that would be taken; undefined for a quota on rows. */
  readonly taken: number | undefined

  constructor(quota: ReachedQuota, max: number, taken?: number) {
    super(`${quota} is reached`)
    this.name = 'QuotaReachedError'
    this.quota = quota
    this.max = max
    this.taken = taken
  }
}
