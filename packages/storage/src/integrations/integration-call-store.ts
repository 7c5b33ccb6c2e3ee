import { type Database, get, run } from '../database.js'
import { Table } from '../table.js'
import type { IntegrationCallStore, IntegrationCalls } from './integration-calls.js'

const calls = new Table<IntegrationCalls>('integration_calls', {
  workspaceId: 'text',
  kind: 'text',
  day: 'text',
  succeeded: 'integer',
  failed: 'integer',
  lastSuccessAt: 'integer',
  lastFailureAt: 'integer',
  lastFailure: 'text',
})

const newest = (column: string) => `${column} = coalesce(excluded.${column}, integration_calls.${column})`
const add =
  `${calls.insert} ON CONFLICT (workspace_id, kind, day) DO UPDATE SET ` +
  'succeeded = integration_calls.succeeded + excluded.succeeded, failed = integration_calls.failed + excluded.failed, ' +
  ['last_success_at', 'last_failure_at', 'last_failure'].map(newest).join(', ')

export function integrationCallStore(database: Database): IntegrationCallStore {
  return {
    add(rows) {
      // One order for all processes, so that no two of them wait for each other.
      const keyOf = ({ workspaceId, kind, day }: IntegrationCalls) => JSON.stringify([workspaceId, kind, day])
      const sorted = [...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      return database.transaction(function* () {
        for (const row of sorted) {
          const exists = yield* get('SELECT 1 AS found FROM workspaces WHERE id = ?', row.workspaceId)
          if (exists) yield* run(add, ...calls.values(row))
        }
      })
    },
    list(workspaceId, from) {
      const sql = `SELECT ${calls.columns} FROM integration_calls WHERE workspace_id = ? AND day >= ? ORDER BY kind, day`
      return database.analyticalQuery<IntegrationCalls>(sql, workspaceId, from)
    },
    removeBefore: (day) => database.run('DELETE FROM integration_calls WHERE day < ?', day),
  }
}
