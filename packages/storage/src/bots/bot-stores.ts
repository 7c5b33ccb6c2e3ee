import { countBytes, countNewBot, isSameStep } from '../bot-sizes.js'
import { type Database, get, type RawRow, run, type Work } from '../database.js'
import { addDeployment, findEnvironment, isTakenPublicId } from '../environments/environment-store.js'
import { endRunning } from '../environments/running-experiments.js'
import { isNotRemoved } from '../not-removed.js'
import { deleteUnusedReleases, documentBytes, emptyDeletedBots, makeRoomForRelease, takeSlot } from '../quotas.js'
import { channelText, hasChannels } from './bot-channels.js'
import { keepBatch, withFewerBatches } from './bot-operation-store.js'
import { botSummaries, bots, releaseSummaries, releases } from './bot-tables.js'
import { insertTests } from './bot-test-store.js'
import type { BotChange, BotStore, StartableBot } from './bots.js'
import type { ReleaseStore } from './releases.js'
import { removeBot } from './remove-bot.js'

export function botStore(database: Database): BotStore {
  return {
    async create(bot, tests = []) {
      return database.transaction(function* () {
        yield* takeSlot(database, 'botsPerWorkspace', bot.workspaceId)
        if (yield* takenField(bot.workspaceId, bot.id, bot)) return 'taken'
        yield* run(bots.insert, ...bots.values(bot))
        yield* insertTests(tests)
        yield* countNewBot(database, bot)
        return 'created'
      })
    },
    async find(id) {
      const sql = `SELECT ${bots.columns} FROM bots WHERE id = ? AND ${isNotRemoved('workspaces', 'bots.workspace_id')}`
      const row = await database.get(sql, id)
      return row && bots.read(row)
    },
    async findSummary(id) {
      const sql = `SELECT ${botSummaries.columns} FROM bots WHERE id = ? AND ${isNotRemoved('workspaces', 'bots.workspace_id')}`
      const row = await database.get(sql, id)
      return row && botSummaries.read(row)
    },
    async findByStartOfId(start) {
      // Ids are lower-case letters and digits, which every collation sorts alike.
      const sql = `SELECT ${bots.columns} FROM bots WHERE id >= ? AND id <= ?`
      const row = await database.get(sql, start, start + 'z'.repeat(24))
      return row && bots.read(row)
    },
    async findByPublicId(publicId) {
      const live = await findStartable(database, 'public_id = ?', publicId)
      return live ?? findInEnvironment(database, publicId)
    },
    findByCustomDomain: (customDomain) =>
      findStartable(
        database,
        'custom_domain = ? AND EXISTS (SELECT 1 FROM domain_claims WHERE name = ? AND workspace_id = bots.workspace_id ' +
          'AND verified_at IS NOT NULL)',
        customDomain,
        customDomain.split('/', 1)[0] as string,
      ),
    async listOfAccount(workspaceId, credentialsId) {
      const isOpen =
        `workspace_id = ? AND ${hasChannels} AND ${database.dialect.position}(channels, ?) > 0 AND is_deleted = 0 ` +
        'AND archived_at IS NULL AND is_closed = 0 ' +
        'AND published_release_id IS NOT NULL ORDER BY created_at, id'
      const rows = await database.all<StartableRow>(startable + isOpen, workspaceId, channelText(credentialsId))
      return rows.map(readStartable)
    },
    async list(workspaceId, { folderId, isArchived } = {}) {
      const inFolder = folderId === undefined ? '' : folderId === null ? 'AND folder_id IS NULL' : 'AND folder_id = ?'
      const archived = isArchived === undefined ? '' : `AND archived_at IS ${isArchived ? 'NOT ' : ''}NULL`
      const sql =
        `SELECT ${botSummaries.columns} FROM bots WHERE workspace_id = ? AND is_deleted = 0 ${inFolder} ${archived} ` +
        'ORDER BY created_at DESC, id DESC'
      const rows = await database.all(sql, workspaceId, ...(folderId ? [folderId] : []))
      return rows.map((row) => botSummaries.read(row))
    },
    async listUsing(workspaceId, id) {
      const { position } = database.dialect
      const sql =
        `SELECT ${botSummaries.columns} FROM bots WHERE workspace_id = ? AND is_deleted = 0 ` +
        `AND (${position}(channels, ?) > 0 OR ${position}(flow, ?) > 0 OR published_release_id IN ` +
        `(SELECT id FROM releases WHERE bot_id = bots.id AND ${position}(flow, ?) > 0)) ORDER BY created_at DESC, id DESC`
      const text = JSON.stringify(id)
      return (await database.all(sql, workspaceId, channelText(id), text, text)).map((row) => botSummaries.read(row))
    },
    async update(workspaceId, id, change, now, unlessUpdatedAfter = Number.MAX_SAFE_INTEGER, batch = undefined) {
      const { sql, values } = bots.assignments({ ...change, updatedAt: now })
      const count = batch ? ', revision = revision + 1' : ''
      const update = `UPDATE bots SET ${sql}${count} WHERE id = ? RETURNING ${bots.columns}, ${documentBytes} AS bytes`
      const find =
        `SELECT updated_at AS "updatedAt", ${documentBytes} AS bytes FROM bots WHERE id = ? AND workspace_id = ? AND is_deleted = 0` +
        database.dialect.forUpdate
      return database.transaction(function* () {
        const stored = yield* get<{ updatedAt: number; bytes: number }>(find, id, workspaceId)
        if (!stored) return { kind: 'missing' } as const
        const { updatedAt } = stored
        if (updatedAt > unlessUpdatedAfter) return { kind: 'conflict', updatedAt } as const
        const field = yield* takenField(workspaceId, id, change)
        if (field) return { kind: 'taken', field } as const
        const { bytes, ...row } = (yield* get<RawRow & { bytes: number }>(update, ...values, id))!
        const bot = bots.read(row)
        if (batch)
          yield* keepBatch(database, workspaceId, { ...batch, botId: id, revision: bot.revision, createdAt: now })
        if (!isSameStep(stored.bytes, bytes))
          yield* countBytes(database, bot, 'draft', withFewerBatches(id, bot.revision))
        yield* database.changed('bots', id)
        return { kind: 'updated', bot } as const
      })
    },
    async replace(copy, { workspaceId, id }, now, tests = []) {
      const find =
        'SELECT public_id AS "publicId" FROM bots WHERE id = ? AND workspace_id = ? AND is_deleted = 0' +
        database.dialect.forUpdate
      const archive =
        'UPDATE bots SET archived_at = ?, public_id = NULL, custom_domain = NULL, published_release_id = NULL, ' +
        'updated_at = ? WHERE id = ?'
      return database.transaction(function* () {
        const original = yield* get<{ publicId: string | null }>(find, id, workspaceId)
        if (!original) return 'missing'
        yield* takeSlot(database, 'botsPerWorkspace', copy.workspaceId)
        yield* run(archive, now, now, id)
        yield* endRunning(id, null, now, 'stopped')
        yield* run(bots.insert, ...bots.values({ ...copy, publicId: original.publicId }))
        yield* insertTests(tests)
        yield* countNewBot(database, copy)
        yield* database.changed('bots', id)
        return 'replaced'
      })
    },
    async delete(workspaceId, id, now) {
      const find = `SELECT 1 FROM bots WHERE id = ? AND workspace_id = ? AND is_deleted = 0${database.dialect.forUpdate}`
      return database.transaction(function* () {
        if (!(yield* get(find, id, workspaceId))) return false
        yield* removeBot(workspaceId, id, { now })
        yield* emptyDeletedBots(database, workspaceId)
        yield* database.changed('bots', id)
        return true
      })
    },
  }
}

interface StartableRow {
  isSuspended: number
  experiment: string | null
}

const startable =
  `SELECT ${botSummaries.columns}, experiment, (SELECT is_suspended FROM workspaces WHERE id = bots.workspace_id) ` +
  `AS "isSuspended" FROM bots WHERE ${isNotRemoved('workspaces', 'bots.workspace_id')} AND `

async function findStartable(database: Database, where: string, ...values: string[]) {
  const row = await database.get<StartableRow>(startable + where, ...values)
  return row && readStartable(row)
}

/** A bot as it is in an environment beside `live`. */
async function findInEnvironment(database: Database, publicId: string): Promise<StartableBot | undefined> {
  const environment = await findEnvironment(database, publicId)
  const bot = environment && (await findStartable(database, 'id = ? AND is_deleted = 0', environment.botId))
  if (!bot) return undefined
  const { id, releaseId, settings, experiment } = environment
  const differences = { publicId, customDomain: null, publishedReleaseId: releaseId, environment: settings, experiment }
  return { ...bot, ...differences, environmentId: id }
}

function readStartable(row: StartableRow): StartableBot {
  return { ...botSummaries.read({ ...row }), experiment: row.experiment, isSuspended: row.isSuspended === 1 }
}

/** The field whose value belongs to another bot: a public id of the instance, a custom domain of the workspace. */
function* takenField(
  workspaceId: string,
  id: string,
  { publicId, customDomain }: BotChange,
): Work<'publicId' | 'customDomain' | undefined> {
  const byPublicId = 'SELECT 1 FROM bots WHERE public_id = ? AND id <> ?'
  if (publicId != null && (yield* get(byPublicId, publicId, id))) return 'publicId'
  if (publicId != null && (yield* get('SELECT 1 FROM environments WHERE public_id = ?', publicId))) return 'publicId'
  const byDomain = 'SELECT 1 FROM bots WHERE custom_domain = ? AND workspace_id = ? AND id <> ?'
  if (customDomain != null && (yield* get(byDomain, customDomain, workspaceId, id))) return 'customDomain'
  return undefined
}

export function releaseStore(database: Database): ReleaseStore {
  return {
    async publish(release, publicId, target = { environmentId: null, dueAt: null }) {
      const { id, botId, workspaceId, authorId, createdAt } = release
      const { environmentId, dueAt } = target
      const nameIt = 'UPDATE bots SET public_id = ? WHERE id = ? AND public_id IS NULL'
      const find =
        'SELECT public_id AS "publicId" FROM bots WHERE id = ? AND workspace_id = ? AND is_deleted = 0' +
        database.dialect.forUpdate
      const findTarget = 'SELECT 1 FROM environments WHERE id = ? AND bot_id = ?'
      return database.transaction(function* () {
        const bot = yield* get<{ publicId: string | null }>(find, botId, workspaceId)
        if (!bot) return 'missing'
        if (environmentId !== null && !(yield* get(findTarget, environmentId, botId))) return 'missing'
        if (environmentId === null && bot.publicId === null) {
          if (yield* isTakenPublicId(publicId)) return 'taken'
          yield* run(nameIt, publicId, botId)
        }
        yield* makeRoomForRelease(database, botId, createdAt)
        yield* run(releases.insert, ...releases.values(release))
        yield* countBytes(database, { workspaceId, id: botId }, 'release', {
          part: 'release',
          delete: (missing) => deleteUnusedReleases(botId, id, missing, createdAt),
        })
        const deployment = { id, botId, workspaceId, environmentId, releaseId: id, authorId, createdAt }
        yield* addDeployment(database, { ...deployment, dueAt: dueAt ?? createdAt })
        return 'published'
      })
    },
    async unpublish(workspaceId, botId, now) {
      const sql =
        'UPDATE bots SET published_release_id = NULL ' +
        'WHERE id = ? AND workspace_id = ? AND published_release_id IS NOT NULL'
      return database.transaction(function* () {
        if ((yield* run(sql, botId, workspaceId)) === 0) return false
        yield* endRunning(botId, null, now, 'stopped')
        yield* database.changed('bots', botId)
        return true
      })
    },
    async get(id) {
      const row = await database.get(`SELECT ${releases.columns} FROM releases WHERE id = ?`, id)
      return row && releases.read(row)
    },
    async list(workspaceId, botId, { before, limit }) {
      const condition = before ? 'AND (created_at, id) < (?, ?)' : ''
      const sql =
        `SELECT ${releaseSummaries.columns} FROM releases WHERE bot_id = ? AND workspace_id = ? ${condition} ` +
        'ORDER BY created_at DESC, id DESC LIMIT ?'
      const values = before ? [before.createdAt, before.id] : []
      return (await database.all(sql, botId, workspaceId, ...values, limit)).map((row) => releaseSummaries.read(row))
    },
    async annotate(workspaceId, botId, id, note) {
      const sql =
        'UPDATE releases SET note = ? WHERE id = ? AND bot_id = ? AND workspace_id = ? ' +
        `RETURNING ${releaseSummaries.columns}`
      const row = await database.returning(sql, note, id, botId, workspaceId)
      return row && releaseSummaries.read(row)
    },
    async override(workspaceId, botId, id, reason) {
      const find = `SELECT overrides FROM releases WHERE id = ? AND bot_id = ? AND workspace_id = ?${database.dialect.forUpdate}`
      await database.transaction(function* () {
        const row = yield* get<{ overrides: string | null }>(find, id, botId, workspaceId)
        if (!row) return
        const list = [...JSON.parse(row.overrides ?? '[]'), JSON.parse(reason)]
        yield* run('UPDATE releases SET overrides = ? WHERE id = ?', JSON.stringify(list), id)
      })
    },
  }
}
