import { all, type Database, get, run, type Work } from '../database.js'
import { addDeployment } from '../environments/environment-store.js'
import { endRunning, isIn, parametersOf } from '../environments/running-experiments.js'
import { takeSlot } from '../quotas.js'
import { Table } from '../table.js'
import type { Experiment, ExperimentStore } from './experiments.js'

const experiments = new Table<Experiment>('experiments', {
  id: 'text',
  workspaceId: 'text',
  botId: 'text',
  environmentId: 'text',
  name: 'text',
  variants: 'text',
  goal: 'text',
  minimumDifference: 'real',
  isPromoting: 'boolean',
  authorId: 'text',
  createdAt: 'integer',
  checkedAt: 'integer',
  endedAt: 'integer',
  outcome: 'text',
  promotedReleaseId: 'text',
})

/** Results are counted on `surveyed`, the connection for reads over many rows. */
export function experimentStore(database: Database, replica: Database): ExperimentStore {
  const ofBot = 'WHERE bot_id = ? AND workspace_id = ?'
  const findBot = `SELECT id FROM bots WHERE id = ? AND workspace_id = ? AND is_deleted = 0${database.dialect.forUpdate}`
  return {
    async start(experiment, releaseIds, assignment) {
      const { id, workspaceId, botId, environmentId, createdAt } = experiment
      return database.transaction(function* () {
        if (!(yield* get(findBot, botId, workspaceId))) return 'missing'
        const current = yield* currentRelease(botId, environmentId)
        if (!current) return 'missing'
        for (const releaseId of releaseIds) {
          const isThere = yield* get(`SELECT 1 FROM releases ${ofBot} AND id = ?`, botId, workspaceId, releaseId)
          if (!isThere) return 'release-missing'
        }
        if (current.releaseId !== releaseIds[0]) return 'replaced'
        const running = `SELECT 1 FROM experiments WHERE bot_id = ? AND ended_at IS NULL AND ${isIn(environmentId)}`
        if (yield* get(running, botId, ...parametersOf(environmentId))) return 'running'
        yield* takeSlot(database, 'experimentsPerBot', botId)
        const row = { ...experiment, checkedAt: createdAt, endedAt: null, outcome: null, promotedReleaseId: null }
        yield* run(experiments.insert, ...experiments.values(row))
        const addRelease = 'INSERT INTO experiment_releases (bot_id, release_id, experiment_id) VALUES (?, ?, ?)'
        for (const releaseId of releaseIds) yield* run(addRelease, botId, releaseId, id)
        const table = environmentId === null ? 'bots' : 'environments'
        yield* run(`UPDATE ${table} SET experiment = ? WHERE id = ?`, assignment, environmentId ?? botId)
        yield* database.changed('bots', botId)
        return 'started'
      })
    },
    async get(workspaceId, botId, id) {
      const sql = `SELECT ${experiments.columns} FROM experiments ${ofBot} AND id = ?`
      const row = await database.get(sql, botId, workspaceId, id)
      return row && experiments.read(row)
    },
    async list(workspaceId, botId, { before, limit }) {
      const condition = before ? 'AND (created_at, id) < (?, ?)' : ''
      const sql = `SELECT ${experiments.columns} FROM experiments ${ofBot} ${condition} ORDER BY created_at DESC, id DESC LIMIT ?`
      const values = before ? [before.createdAt, before.id] : []
      return (await database.all(sql, botId, workspaceId, ...values, limit)).map((row) => experiments.read(row))
    },
    async counts(workspaceId, id) {
      // Rows of one visitor are adjacent in the index, so nothing has to be sorted.
      const visitors =
        'SELECT variant, visitor, count(converted_at) AS conversions FROM exposures ' +
        'WHERE experiment_id = ? AND EXISTS (SELECT 1 FROM experiments WHERE id = experiment_id AND workspace_id = ?) ' +
        'GROUP BY variant, visitor'
      const sql =
        'SELECT variant, count(*) AS visitors, CAST(sum(CASE WHEN conversions > 0 THEN 1 ELSE 0 END) AS BIGINT) AS conversions ' +
        `FROM (${visitors}) AS visitors GROUP BY variant ORDER BY variant`
      return replica.analyticalQuery(sql, id, workspaceId)
    },
    async end(workspaceId, botId, id, now, deployment) {
      return database.transaction(function* () {
        if (!(yield* get(findBot, botId, workspaceId))) return false
        const find = `SELECT environment_id AS "environmentId" FROM experiments ${ofBot} AND id = ? AND ended_at IS NULL`
        const running = yield* get<{ environmentId: string | null }>(find, botId, workspaceId, id)
        if (!running) return false
        yield* endRunning(botId, running.environmentId, now, deployment ? 'promoted' : 'stopped')
        if (deployment) {
          const promote = 'UPDATE experiments SET promoted_release_id = ? WHERE id = ?'
          yield* run(promote, deployment.releaseId, id)
          // The control is already current.
          const current = yield* currentRelease(botId, running.environmentId)
          if (current?.releaseId !== deployment.releaseId) yield* addDeployment(database, deployment)
        }
        yield* database.changed('bots', botId)
        return true
      })
    },
    async takePromoting(now, before, limit) {
      const due =
        `SELECT ${experiments.columns} FROM experiments WHERE ended_at IS NULL AND is_promoting = 1 AND checked_at <= ? ` +
        `ORDER BY checked_at LIMIT ?${database.dialect.forUpdate}`
      return database.transaction(function* () {
        const rows = (yield* all(due, before, limit)).map((row) => experiments.read(row))
        for (const { id } of rows) yield* run('UPDATE experiments SET checked_at = ? WHERE id = ?', now, id)
        return rows
      })
    },
  }
}

function* currentRelease(botId: string, environmentId: string | null): Work<{ releaseId: string | null } | undefined> {
  return environmentId === null
    ? yield* get('SELECT published_release_id AS "releaseId" FROM bots WHERE id = ?', botId)
    : yield* get('SELECT release_id AS "releaseId" FROM environments WHERE id = ? AND bot_id = ?', environmentId, botId)
}
