import { all, run, type Work } from '../database.js'

const ofKey = 'workspace_id = ? AND credentials_id = ? AND sender = ?'

/** Deletes everything that is stored about a sender, together with their results in the workspace. */
export function* forgetSender(workspaceId: string, sender: string): Work<void> {
  const find = 'SELECT credentials_id AS "credentialsId", sender FROM correspondents WHERE workspace_id = ? AND'
  const byAny = ['sender', 'number', 'user_id'].map((column) => `${find} ${column} = ?`).join(' UNION ')
  const values = [workspaceId, sender]
  const found = yield* all<{ credentialsId: string; sender: string }>(byAny, ...values, ...values, ...values)
  for (const contact of found) {
    for (const table of ['inbox', 'correspondents'])
      yield* run(`DELETE FROM ${table} WHERE ${ofKey}`, workspaceId, contact.credentialsId, contact.sender)
  }
  yield* run('DELETE FROM inbox WHERE workspace_id = ? AND sender = ?', workspaceId, sender)
}
