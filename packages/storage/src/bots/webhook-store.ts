import { type Database, get, run } from '../database.js'
import { takeSlot } from '../quotas.js'
import { heldWebhooks } from './bot-tables.js'
import type { WebhookStore } from './webhooks.js'

export function webhookStore(database: Database): WebhookStore {
  return {
    async hold(webhook) {
      const session = `SELECT 1 FROM sessions WHERE id = ? AND workspace_id = ?${database.dialect.forUpdate}`
      return database.transaction(function* () {
        if (!(yield* get(session, webhook.sessionId, webhook.workspaceId))) return 'missing'
        yield* takeSlot(database, 'webhooksPerSession', webhook.sessionId)
        yield* run(heldWebhooks.insert, ...heldWebhooks.values(webhook))
        yield* database.changed('webhooks', webhook.sessionId)
        return 'held'
      })
    },
    async take(sessionId, blockId, version) {
      const oldest =
        'UPDATE held_webhooks SET given_at_version = ? WHERE id = (SELECT id FROM held_webhooks ' +
        'WHERE session_id = ? AND block_id = ? ORDER BY created_at, id LIMIT 1) ' +
        `RETURNING ${heldWebhooks.columns}`
      return database.transaction(function* () {
        yield* run('DELETE FROM held_webhooks WHERE session_id = ? AND given_at_version < ?', sessionId, version)
        const row = yield* get(oldest, version, sessionId, blockId)
        return row && heldWebhooks.read(row)
      })
    },
  }
}
