import { all, type Database, get, run, type Work } from '../database.js'
import { takeSlot, trimDeployments } from '../quotas.js'
import { Table } from '../table.js'
import type { Deployment, Environment, EnvironmentStore, NewDeployment } from './environments.js'
import { endRunning } from './running-experiments.js'

const environments = new Table<Environment>('environments', {
  id: 'text',
  workspaceId: 'text',
  botId: 'text',
  name: 'text',
  publicId: 'text',
  releaseId: 'text',
  settings: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
})

const deployments = new Table<Deployment>('deployments', {
  id: 'text',
  workspaceId: 'text',
  botId: 'text',
  environmentId: 'text',
  releaseId: 'text',
  replacedReleaseId: 'text',
  authorId: 'text',
  createdAt: 'integer',
  dueAt: 'integer',
  doneAt: 'integer',
  skippedAt: 'integer',
})

/** Condition for a deployment that will be performed. */
const isScheduled = 'done_at IS NULL AND skipped_at IS NULL'

export function environmentStore(database: Database): EnvironmentStore {
  const ofBot = 'WHERE bot_id = ? AND workspace_id = ?'
  const findBot = `SELECT id FROM bots WHERE id = ? AND workspace_id = ? AND is_deleted = 0${database.dialect.forUpdate}`
  return {
    async list(workspaceId, botId) {
      const sql = `SELECT ${environments.columns} FROM environments ${ofBot} ORDER BY created_at, id`
      return (await database.all(sql, botId, workspaceId)).map((row) => environments.read(row))
    },
    async create(environment, max) {
      const { workspaceId, botId, name, publicId } = environment
      return database.transaction(function* () {
        if (!(yield* get(findBot, botId, workspaceId))) return 'missing'
        const names = yield* all<{ name: string }>('SELECT name FROM environments WHERE bot_id = ?', botId)
        if (names.some((row) => row.name === name)) return 'name-taken'
        if (names.length >= max) return 'full'
        if (yield* isTakenPublicId(publicId)) return 'id-taken'
        yield* run(environments.insert, ...environments.values(environment))
        return 'created'
      })
    },
    async configure(workspaceId, botId, environmentId, settings, now) {
      const sql =
        environmentId === null
          ? 'UPDATE bots SET environment = ? WHERE id = ? AND workspace_id = ? AND is_deleted = 0'
          : `UPDATE environments SET settings = ?, updated_at = ? ${ofBot} AND id = ?`
      const values =
        environmentId === null ? [settings, botId, workspaceId] : [settings, now, botId, workspaceId, environmentId]
      return database.transaction(function* () {
        if ((yield* run(sql, ...values)) === 0) return false
        yield* database.changed('bots', botId)
        return true
      })
    },
    async delete(workspaceId, botId, environmentId, now) {
      return database.transaction(function* () {
        if (!(yield* get(findBot, botId, workspaceId))) return false
        const find = `SELECT created_at AS "createdAt" FROM environments ${ofBot} AND id = ?`
        if (!(yield* get(find, botId, workspaceId, environmentId))) return false
        yield* endRunning(botId, environmentId, now, 'stopped')
        yield* run('DELETE FROM environments WHERE id = ?', environmentId)
        yield* database.changed('bots', botId)
        return true
      })
    },
    async deploy(deployment) {
      const { workspaceId, botId, environmentId, releaseId } = deployment
      return database.transaction(function* () {
        if (!(yield* get(findBot, botId, workspaceId))) return 'missing'
        if (!(yield* get(`SELECT 1 FROM releases ${ofBot} AND id = ?`, botId, workspaceId, releaseId))) return 'missing'
        if (environmentId !== null) {
          const find = `SELECT 1 FROM environments ${ofBot} AND id = ?`
          if (!(yield* get(find, botId, workspaceId, environmentId))) return 'missing'
        }
        return yield* addDeployment(database, deployment)
      })
    },
    async wasCurrent(workspaceId, botId, environmentId, releaseId) {
      const condition = environmentId === null ? 'IS NULL' : '= ?'
      const sql = `SELECT 1 FROM deployments ${ofBot} AND release_id = ? AND done_at IS NOT NULL AND environment_id ${condition} LIMIT 1`
      const values = [botId, workspaceId, releaseId, ...(environmentId === null ? [] : [environmentId])]
      return (await database.get(sql, ...values)) !== undefined
    },
    async cancel(workspaceId, botId, id) {
      const sql = `DELETE FROM deployments ${ofBot} AND id = ? AND ${isScheduled}`
      return (await database.run(sql, botId, workspaceId, id)) > 0
    },
    async deployments(workspaceId, botId, { before, limit }) {
      const condition = before ? 'AND (created_at, id) < (?, ?)' : ''
      const sql = `SELECT ${deployments.columns} FROM deployments ${ofBot} ${condition} ORDER BY created_at DESC, id DESC LIMIT ?`
      const values = before ? [before.createdAt, before.id] : []
      return (await database.all(sql, botId, workspaceId, ...values, limit)).map((row) => deployments.read(row))
    },
    async standing(workspaceId, botId) {
      const pending = `SELECT ${deployments.columns} FROM deployments ${ofBot} AND ${isScheduled} ORDER BY due_at, id`
      const ranked =
        'SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY environment_id ORDER BY done_at DESC, created_at DESC, id DESC) AS place ' +
        `FROM deployments ${ofBot} AND done_at IS NOT NULL) AS ranked WHERE place = 1`
      const done = `SELECT ${deployments.columns} FROM deployments WHERE id IN (${ranked})`
      const scheduled = await database.all(pending, botId, workspaceId)
      const latest = await database.all(done, botId, workspaceId)
      return {
        scheduled: scheduled.map((row) => deployments.read(row)),
        latest: latest.map((row) => deployments.read(row)),
      }
    },
    async due(now, limit) {
      const sql = `SELECT ${deployments.columns} FROM deployments WHERE ${isScheduled} AND due_at <= ? ORDER BY due_at, id LIMIT ?`
      return (await database.all(sql, now, limit)).map((row) => deployments.read(row))
    },
    async perform({ id, workspaceId, botId }, now) {
      const find = `SELECT ${deployments.columns} FROM deployments WHERE id = ? AND ${isScheduled}`
      return database.transaction(function* () {
        // The bot is locked first, as everywhere else that changes the current release.
        yield* get(
          `SELECT id FROM bots WHERE id = ? AND workspace_id = ?${database.dialect.forUpdate}`,
          botId,
          workspaceId,
        )
        const row = yield* get(find, id)
        if (row) yield* callOperation(database, deployments.read(row), now)
        return row !== undefined
      })
    },
    async skip({ id }, now) {
      await database.run(`UPDATE deployments SET skipped_at = ? WHERE id = ? AND ${isScheduled}`, now, id)
    },
  }
}

/** True if a bot or an environment has this public id. */
export function* isTakenPublicId(publicId: string): Work<boolean> {
  if (yield* get('SELECT 1 FROM bots WHERE public_id = ?', publicId)) return true
  return (yield* get('SELECT 1 FROM environments WHERE public_id = ?', publicId)) !== undefined
}

/** Adds a deployment of a bot that is locked, and performs it unless it is scheduled for later. */
export function* addDeployment(database: Database, deployment: NewDeployment): Work<'deployed' | 'scheduled'> {
  if (deployment.dueAt > deployment.createdAt) yield* takeSlot(database, 'scheduledDeploymentsPerBot', deployment.botId)
  yield* run(
    deployments.insert,
    ...deployments.values({ ...deployment, replacedReleaseId: null, doneAt: null, skippedAt: null }),
  )
  if (deployment.dueAt > deployment.createdAt) return 'scheduled'
  yield* callOperation(
    database,
    { ...deployment, replacedReleaseId: null, doneAt: null, skippedAt: null },
    deployment.createdAt,
  )
  const { botId, environmentId } = deployment
  const clear = `DELETE FROM deployments WHERE bot_id = ? AND ${isScheduled} AND environment_id ${environmentId === null ? 'IS NULL' : '= ?'}`
  yield* run(clear, botId, ...(environmentId === null ? [] : [environmentId]))
  yield* trimDeployments(database, botId)
  return 'deployed'
}

function* callOperation(
  database: Database,
  { id, botId, environmentId, releaseId }: Deployment,
  now: number,
): Work<void> {
  const [find, point, target] =
    environmentId === null
      ? ([
          'SELECT published_release_id AS "current" FROM bots WHERE id = ?',
          'UPDATE bots SET published_release_id = ? WHERE id = ? AND is_deleted = 0',
          botId,
        ] as const)
      : ([
          'SELECT release_id AS "current" FROM environments WHERE id = ?',
          'UPDATE environments SET release_id = ? WHERE id = ?',
          environmentId,
        ] as const)
  const found = yield* get<{ current: string | null }>(find, target)
  yield* run(point, releaseId, target)
  const finish = 'UPDATE deployments SET done_at = ?, replaced_release_id = ? WHERE id = ?'
  yield* run(finish, now, found?.current ?? null, id)
  yield* endRunning(botId, environmentId, now, 'replaced')
  yield* database.changed('bots', botId)
}

interface StartableEnvironment extends Pick<Environment, 'id' | 'botId' | 'releaseId' | 'settings'> {
  experiment: string | null
}

/** Finds the environment with a public id that no bot has: its bot, and the settings that differ in the environment. */
export async function findEnvironment(database: Database, publicId: string): Promise<StartableEnvironment | undefined> {
  const sql = `SELECT ${environments.columns}, experiment FROM environments WHERE public_id = ?`
  return database.get<StartableEnvironment>(sql, publicId)
}
