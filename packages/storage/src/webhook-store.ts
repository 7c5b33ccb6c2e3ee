import type { Connection } from './connection.js'
import type { WebhookStore } from './storage.js'
import { heldWebhooks } from './table.js'

export function webhookStore(connection: Connection): WebhookStore {
  return {
    async hold(webhook) {
      return connection.write(() => {
        const session = 'SELECT 1 FROM sessions WHERE id = ? AND workspace_id = ?'
        if (!connection.get(session, webhook.sessionId, webhook.workspaceId)) return 'missing'
        connection.run(heldWebhooks.insert, ...heldWebhooks.values(webhook))
        return 'held'
      })
    },
    async take(sessionId, blockId, version) {
      return connection.write(() => {
        connection.run('DELETE FROM held_webhooks WHERE session_id = ? AND given_at_version < ?', sessionId, version)
        const oldest =
          'UPDATE held_webhooks SET given_at_version = ? WHERE id = (SELECT id FROM held_webhooks ' +
          'WHERE session_id = ? AND block_id = ? ORDER BY created_at, id LIMIT 1) ' +
          `RETURNING ${heldWebhooks.columns}`
        const row = connection.get(oldest, version, sessionId, blockId)
        return row && heldWebhooks.read(row)
      })
    },
  }
}
