import type { Database } from '../database.js'
import type { SqlValue } from '../table.js'
import { withVisitors } from './conversation-visitors.js'
import type { LiveConversation } from './conversations.js'

/** Sessions of one bot that are looked at, and bots of one statement. */
const maxOfBot = 500
const botsAtOnce = 50
/** Bytes of a last turn; longer ones are skipped. */
const maxTurnBytes = 100_000

type Found = Pick<LiveConversation, 'sessionId' | 'updatedAt'>

/** Lists running sessions by the index of each bot, whatever else there is. */
export async function listLive(
  database: Pick<Database, 'all' | 'dialect'>,
  workspaceId: string,
  botIds: readonly string[],
  { since, expiresAfter, limit }: { since: number; expiresAfter: number; limit: number },
): Promise<LiveConversation[]> {
  const { isOneOf } = database.dialect
  const ofBot =
    'SELECT "sessionId", "updatedAt" FROM (SELECT id AS "sessionId", updated_at AS "updatedAt", workspace_id, held, ended_at, release_id ' +
    `FROM sessions WHERE bot_id = ? AND expires_at > ? ORDER BY expires_at DESC, id DESC LIMIT ${maxOfBot}) AS of_bot ` +
    'WHERE workspace_id = ? AND held IS NULL AND ended_at IS NULL AND release_id IS NOT NULL AND "updatedAt" > ?'
  const found: Found[] = []
  for (let at = 0; at < botIds.length; at += botsAtOnce) {
    const some = botIds.slice(at, at + botsAtOnce)
    const values = some.flatMap((botId): SqlValue[] => [botId, expiresAfter, workspaceId, since])
    const ofBots = some.map(() => ofBot).join(' UNION ALL ')
    const sql = `SELECT * FROM (${ofBots}) AS found ORDER BY "updatedAt" DESC, "sessionId" DESC LIMIT ?`
    found.push(...(await database.all<Found>(sql, ...values, limit)))
  }
  const ids = found
    .sort(newestFirst)
    .slice(0, limit)
    .map(({ sessionId }) => sessionId)
  if (ids.length === 0) return []
  const sql =
    'SELECT id AS "sessionId", sessions.workspace_id AS "workspaceId", bot_id AS "botId", state, sessions.created_at AS "createdAt", ' +
    'updated_at AS "updatedAt", request, answer FROM sessions LEFT JOIN turns ON turns.session_id = sessions.id AND number = version ' +
    `AND octet_length(request) + octet_length(answer) <= ${maxTurnBytes} WHERE id ${isOneOf} AND sessions.workspace_id = ?`
  const rows = await database.all<Omit<LiveConversation, 'visitor'>>(sql, ids, workspaceId)
  return withVisitors(database, rows.sort(newestFirst))
}

const newestFirst = (one: Found, other: Found): number =>
  other.updatedAt - one.updatedAt || (one.sessionId < other.sessionId ? 1 : -1)
