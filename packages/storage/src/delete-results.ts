import type { Connection } from './connection.js'

/** Results that nothing was written to since `before`, at most `limit`. How many there were. */
export function deleteOlderResults(connection: Connection, before: number, limit: number): number {
  return connection.write(() => {
    const rows = connection.all<{ id: string }>('SELECT id FROM results WHERE updated_at < ? LIMIT ?', before, limit)
    return deleteResults(connection, JSON.stringify(rows.map(({ id }) => id)))
  })
}

/**
 * Results of a workspace that hold a text as an answer or as the value of a variable, and its previews that hold it. What they
 * stood in is overwritten in the file. Looks at so many results at a time that turns are not kept waiting.
 */
export async function eraseResults(connection: Connection, workspaceId: string, text: string): Promise<number> {
  connection.prepare('PRAGMA secure_delete = ON').run()
  try {
    let erased = 0
    for (let after = 0; ; ) {
      const { end } = connection.get<{ end: number | null }>(endOfChunk, after, chunk) ?? {}
      if (!end) break
      const found = connection.all<{ id: string }>(holding, after, end, workspaceId, text, text)
      if (found.length > 0) {
        erased += connection.write(() => deleteResults(connection, JSON.stringify(found.map(({ id }) => id))))
      }
      after = end
      await new Promise((resolve) => setImmediate(resolve))
    }
    connection.write(() => connection.run(deletePreviews, workspaceId, text))
    return erased
  } finally {
    connection.prepare('PRAGMA secure_delete = OFF').run()
  }
}

/** Within a transaction, with all that belongs to them; their uploads are marked as removed. `ids`: JSON text of a list. */
function deleteResults(connection: Connection, ids: string): number {
  connection.run(removeUploads, ids, ids)
  connection.run('DELETE FROM sessions WHERE result_id IN (SELECT value FROM json_each(?))', ids)
  return connection.run('DELETE FROM results WHERE id IN (SELECT value FROM json_each(?))', ids)
}

const chunk = 5_000
const endOfChunk = 'SELECT max(rowid) AS "end" FROM (SELECT rowid FROM results WHERE rowid > ? ORDER BY rowid LIMIT ?)'

/** A JSON text holds it when one of its values is that text; the names of variables do not count. */
const holds = (json: string) =>
  `EXISTS (SELECT 1 FROM json_tree(${json}) WHERE type = 'text' AND key NOT IN ('id', 'name') AND lower(atom) = lower(?))`
const holding =
  'SELECT id FROM results WHERE rowid > ? AND rowid <= ? AND workspace_id = ? AND ' +
  `(${holds('variables')} OR EXISTS (SELECT 1 FROM answers WHERE result_id = results.id AND lower(content) = lower(?)))`
const deletePreviews = `DELETE FROM sessions WHERE workspace_id = ? AND result_id IS NULL AND ${holds('state')}`
const removeUploads =
  "UPDATE uploads SET state = 'removed' WHERE state <> 'removed' AND (result_id IN (SELECT value FROM json_each(?)) OR " +
  'session_id IN (SELECT id FROM sessions WHERE result_id IN (SELECT value FROM json_each(?))))'
