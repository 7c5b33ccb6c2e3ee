import { type Database, get, run, type Work } from './database.js'

/**
 * Limits on the number of rows that one owner can create. `table` and `where`, whose parameter is the owner's id, select the rows that count; an
 * index has them. The owner's row in `owners` is locked, so that two at once wait for each other and neither goes beyond.
 */
const counted = {
  workspacesPerUser: { owners: 'users', table: 'members', where: "user_id = ? AND role = 'ADMIN'" },
  tokensPerUser: { owners: 'users', table: 'tokens', where: 'owner_id = ?' },
  botsPerWorkspace: { owners: 'workspaces', table: 'bots', where: 'workspace_id = ? AND is_deleted = 0' },
  foldersPerWorkspace: { owners: 'workspaces', table: 'folders', where: 'workspace_id = ?' },
  credentialsPerWorkspace: { owners: 'workspaces', table: 'credentials', where: 'workspace_id = ?' },
  themeTemplatesPerWorkspace: { owners: 'workspaces', table: 'theme_templates', where: 'workspace_id = ?' },
  domainsPerWorkspace: { owners: 'workspaces', table: 'domain_claims', where: 'workspace_id = ?' },
  membersPerWorkspace: { owners: 'workspaces', table: 'members', where: 'workspace_id = ?' },
  invitationsPerWorkspace: { owners: 'workspaces', table: 'invitations', where: 'workspace_id = ? AND bot_id IS NULL' },
  verifyTokensPerWorkspace: { owners: 'workspaces', table: 'verify_tokens', where: 'workspace_id = ?' },
  knowledgeBases: { owners: 'workspaces', table: 'knowledge_bases', where: 'workspace_id = ?' },
  knowledgeSources: { owners: 'knowledge_bases', table: 'knowledge_sources', where: 'base_id = ?' },
  invitationsPerBot: { owners: 'bots', table: 'invitations', where: 'bot_id = ?' },
  commentsPerBot: { owners: 'bots', table: 'bot_comments', where: 'bot_id = ?' },
  releasesPerBot: { owners: 'bots', table: 'releases', where: 'bot_id = ?' },
  scheduledDeploymentsPerBot: { owners: 'bots', table: 'deployments', where: 'bot_id = ? AND done_at IS NULL' },
  experimentsPerBot: { owners: 'bots', table: 'experiments', where: 'bot_id = ?' },
  webhooksPerSession: { owners: 'sessions', table: 'held_webhooks', where: 'session_id = ?' },
} as const

export type Quota = keyof typeof counted

export const quotaNames = Object.keys(counted) as Quota[]

/** Tables whose rows a quota counts. */
export const tablesWithQuota: ReadonlySet<string> = new Set(Object.values(counted).map(({ table }) => table))

/** Maximum numbers: `deletedBots` per workspace and `deploymentsPerBot` reject nothing; the oldest ones are deleted or emptied. */
export type Quotas = Readonly<Record<Quota | 'deletedBots' | 'deploymentsPerBot', number>>

/** Thrown if there are as many rows as may be; nothing was written. */
export class QuotaReachedError extends Error {
  readonly quota: Quota

  constructor(quota: Quota) {
    super(`${quota} is reached`)
    this.name = 'QuotaReachedError'
    this.quota = quota
  }
}

/** Part of a transaction: throws a `QuotaReachedError` if the owner may not have one more. */
export function* takePlace(database: Database, quota: Quota, ownerId: string): Work<void> {
  if (!(yield* hasPlace(database, quota, ownerId))) throw new QuotaReachedError(quota)
}

/** Part of a transaction: true if the owner may have one more. */
export function* hasPlace({ dialect, quotas }: Database, quota: Quota, ownerId: string): Work<boolean> {
  if (!quotas) return true
  const { owners } = counted[quota]
  yield* get(`SELECT 1 FROM ${owners} WHERE id = ?${dialect.forUpdate}`, ownerId)
  return !(yield* isReached(quota, ownerId, quotas[quota]))
}

/** Reads no more rows than the quota has, however many there are. Requires a lock on the owner. */
function* isReached(quota: Quota, ownerId: string, most: number): Work<boolean> {
  const { table, where } = counted[quota]
  const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM ${table} WHERE ${where} LIMIT ?) AS found`
  return Number((yield* get<{ count: number }>(sql, ownerId, Math.ceil(most)))?.count) >= most
}

/**
 * Deletes the oldest releases of a bot that have no note and are not in use, until there may be one more: those in no environment, no
 * scheduled deployment, no running experiment and no running chat. Requires a lock on the bot.
 */
export function* makeRoomForRelease({ quotas }: Database, botId: string, now: number): Work<void> {
  if (!quotas || !(yield* isReached('releasesPerBot', botId, quotas.releasesPerBot))) return
  const isUnused = [
    'SELECT 1 FROM bots WHERE id = releases.bot_id AND published_release_id = releases.id',
    'SELECT 1 FROM environments WHERE bot_id = releases.bot_id AND release_id = releases.id',
    'SELECT 1 FROM deployments WHERE bot_id = releases.bot_id AND release_id = releases.id AND done_at IS NULL',
    'SELECT 1 FROM experiment_releases WHERE bot_id = releases.bot_id AND release_id = releases.id',
    'SELECT 1 FROM sessions WHERE bot_id = releases.bot_id AND release_id = releases.id AND expires_at > ?',
  ].map((use) => `NOT EXISTS (${use})`)
  const oldest =
    `SELECT id FROM releases WHERE bot_id = ? AND note IS NULL AND ${isUnused.join(' AND ')} ` +
    'ORDER BY created_at, id LIMIT 1'
  const deleted = yield* run(`DELETE FROM releases WHERE id = (${oldest})`, botId, now)
  if (deleted === 0) throw new QuotaReachedError('releasesPerBot')
}

/** Deletes the oldest deployments of a bot beyond their number, apart from the last one of each environment. */
export function* trimDeployments({ quotas }: Database, botId: string): Work<void> {
  if (!quotas) return
  const later =
    'SELECT 1 FROM deployments AS later WHERE later.bot_id = deployments.bot_id AND later.done_at IS NOT NULL ' +
    "AND coalesce(later.environment_id, '') = coalesce(deployments.environment_id, '') " +
    'AND (later.created_at, later.id) > (deployments.created_at, deployments.id)'
  const beyond =
    'SELECT id FROM deployments WHERE bot_id = ? AND done_at IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 10 OFFSET ?'
  yield* run(
    `DELETE FROM deployments WHERE id IN (SELECT id FROM (${beyond}) AS beyond) AND EXISTS (${later})`,
    botId,
    quotas.deploymentsPerBot,
  )
}

/** Empties the bots of a workspace that were deleted first, beyond `deletedBots`: their rows stay, because results are counted by them. */
export function* emptyDeletedBots({ quotas }: Database, workspaceId: string): Work<void> {
  if (!quotas) return
  const beyond =
    'SELECT id FROM bots WHERE workspace_id = ? AND is_deleted = 1 AND octet_length(flow) > ? ' +
    'ORDER BY updated_at DESC, id DESC LIMIT 10 OFFSET ?'
  const inBeyond = `IN (SELECT id FROM (${beyond}) AS beyond)`
  const values = [workspaceId, emptyFlow.length, quotas.deletedBots]
  for (const table of ['releases', 'bot_operations', 'bot_comments', 'bot_tests'])
    yield* run(`DELETE FROM ${table} WHERE bot_id ${inBeyond}`, ...values)
  yield* run(`UPDATE bots SET flow = ?, theme = '{}', settings = '{}' WHERE id ${inBeyond}`, emptyFlow, ...values)
}

const emptyFlow = '{"events":[],"groups":[],"edges":[],"variables":[]}'
