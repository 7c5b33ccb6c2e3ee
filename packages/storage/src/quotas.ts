import { all, type Database, get, run, type Work } from './database.js'
import { counted, type Quota, QuotaReachedError } from './quota-limits.js'
import { markRemoved } from './removal-marks.js'
import type { SqlValue } from './table.js'

/** SQL: the bytes of the documents of a row of `bots` or `releases`. The database does not read the documents for this. */
export const documentBytes = '(octet_length(flow) + octet_length(theme) + octet_length(settings))'

/** Part of a transaction: throws a `QuotaReachedError` if the owner may not have one more. */
export function* takeSlot(database: Database, quota: Quota, ownerId: string): Work<void> {
  if (!(yield* hasSlot(database, quota, ownerId))) throw new QuotaReachedError(quota, database.quotas?.[quota] ?? 0)
}

/** Part of a transaction: true if the owner may have one more. */
export function* hasSlot({ dialect, quotas }: Database, quota: Quota, ownerId: string): Work<boolean> {
  if (!quotas) return true
  const { owners } = counted[quota]
  yield* get(`SELECT 1 FROM ${owners} WHERE id = ?${dialect.forCounting}`, ownerId)
  return !(yield* isReached(quota, ownerId, quotas[quota]))
}

/** Reads no more rows than the quota has, however many there are. Requires a lock on the owner. */
function* isReached(quota: Quota, ownerId: string, max: number): Work<boolean> {
  const { table, where } = counted[quota]
  const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM ${table} WHERE ${where} LIMIT ?) AS found`
  return Number((yield* get<{ count: number }>(sql, ownerId, Math.ceil(max)))?.count) >= max
}

/**
 * Deletes the oldest releases of a bot that have no note and are not in use, until there may be one more: those in no environment, no
 * scheduled deployment, no running experiment and no running chat. Requires a lock on the bot.
 */
export function* makeRoomForRelease({ quotas }: Database, botId: string, now: number): Work<void> {
  if (!quotas || !(yield* isReached('releasesPerBot', botId, quotas.releasesPerBot))) return
  const oldest = `SELECT id FROM releases WHERE bot_id = ? AND ${isUnused} ORDER BY created_at, id LIMIT 1`
  const deleted = yield* run(`DELETE FROM releases WHERE id = (${oldest})`, botId, ...usesOf(botId, now))
  if (deleted === 0) throw new QuotaReachedError('releasesPerBot', quotas.releasesPerBot)
}

/** Deletes the oldest of the same releases of a bot, but not `keptId`, until that number of bytes is free. Requires a lock on the bot. */
export function* deleteUnusedReleases(botId: string, keptId: string, bytes: number, now: number): Work<void> {
  const unused =
    `SELECT id, sum(${documentBytes}) OVER (ORDER BY created_at, id) - ${documentBytes} AS bytes FROM releases ` +
    `WHERE bot_id = ? AND ${isUnused} AND id <> ?`
  const sql = `DELETE FROM releases WHERE id IN (SELECT id FROM (${unused}) AS unused WHERE bytes < ?)`
  yield* run(sql, botId, ...usesOf(botId, now), keptId, bytes)
}

/** Selects the releases of a bot that something uses, each with the id of the bot as its parameter; the last one also with the time. */
const uses = [
  'SELECT published_release_id FROM bots WHERE id = ? AND published_release_id IS NOT NULL',
  'SELECT release_id FROM environments WHERE bot_id = ? AND release_id IS NOT NULL',
  'SELECT release_id FROM deployments WHERE bot_id = ? AND done_at IS NULL AND skipped_at IS NULL',
  'SELECT release_id FROM experiment_releases WHERE bot_id = ?',
  'SELECT release_id FROM sessions WHERE bot_id = ? AND release_id IS NOT NULL AND expires_at > ?',
]

/**
 * A condition on a release of a bot: it has no note, and nothing uses it. Each list of uses is read once: to look for the uses of each
 * release took 16 s with 2,000 releases and 80,000 running chats.
 */
const isUnused = `note IS NULL AND id NOT IN (${uses.join(' UNION ALL ')})`

/** The parameters of `isUnused`. */
const usesOf = (botId: string, now: number): SqlValue[] => [...uses.map(() => botId), now]

/** Deletes the oldest deployments of a bot beyond their number, apart from the last one of each environment. */
export function* trimDeployments({ quotas }: Database, botId: string): Work<void> {
  if (!quotas) return
  const later =
    'SELECT 1 FROM deployments AS later WHERE later.bot_id = deployments.bot_id AND later.done_at IS NOT NULL ' +
    "AND coalesce(later.environment_id, '') = coalesce(deployments.environment_id, '') " +
    'AND (later.created_at, later.id) > (deployments.created_at, deployments.id)'
  const beyond =
    'SELECT id FROM deployments WHERE bot_id = ? AND (done_at IS NOT NULL OR skipped_at IS NOT NULL) ORDER BY created_at DESC, id DESC LIMIT 10 OFFSET ?'
  yield* run(
    `DELETE FROM deployments WHERE id IN (SELECT id FROM (${beyond}) AS beyond) AND EXISTS (${later})`,
    botId,
    quotas.deploymentsPerBot,
  )
}

/** Empties the bots of a workspace that were deleted first, beyond `deletedBots`: their rows stay, because results are counted by them. */
export function* emptyDeletedBots({ quotas }: Database, workspaceId: string): Work<void> {
  if (!quotas) return
  const beyond = `SELECT id FROM bots WHERE ${isDeletedWithContent} ORDER BY updated_at DESC, id DESC LIMIT 10 OFFSET ?`
  yield* emptyBots(workspaceId, yield* all(beyond, workspaceId, quotas.deletedBots))
}

/** Empties the ten bots of a workspace that were deleted first; false if all are empty. */
export function* emptyOldestDeletedBots(workspaceId: string): Work<boolean> {
  const oldest = `SELECT id FROM bots WHERE ${isDeletedWithContent} ORDER BY updated_at, id LIMIT 10`
  const bots = yield* all<{ id: string }>(oldest, workspaceId)
  yield* emptyBots(workspaceId, bots)
  return bots.length > 0
}

/** Their content counts no longer; its rows are deleted in the background. */
function* emptyBots(workspaceId: string, bots: readonly { id: string }[]): Work<void> {
  for (const { id } of bots) {
    yield* markRemoved({ kind: 'contents', id, workspaceId })
    yield* run('DELETE FROM bot_sizes WHERE bot_id = ?', id)
  }
}

const isDeletedWithContent =
  'workspace_id = ? AND is_deleted = 1 AND EXISTS (SELECT 1 FROM bot_sizes WHERE bot_id = bots.id)'
