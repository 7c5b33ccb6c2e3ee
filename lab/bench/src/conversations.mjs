/**
 * SQL that fills a bot with `count` conversations: each is a result with four answers, four visited edges, and a session with four turns, about
 * 6 KB; most sessions are over. It is the same for both databases. Results have ids in the order in which they began, as those of the service;
 * sessions have ids in no order, as those that a visitor starts with a key. `isFirst` is for the first schema.
 */
export function conversationsOf({ botId, workspaceId, releaseId, count, now, isFirst = false }) {
  const resultId = `'r' || CAST(1000000000 + n AS TEXT) || 'abcdefghijklm'`
  const sessionId = `'s' || CAST(10000000000 + (n * 2654435761) % 4294967296 AS TEXT) || 'abcdefghijklmnopqr'`
  const at = `${now - count * 1_000} + n * 1000`
  const text = (bytes) =>
    `substr('${words.repeat(Math.ceil(bytes / words.length) + 1)}', CAST(1 + n % 90 AS INTEGER), ${bytes})`
  const isOver = 'n % 50 <> 0'
  const state = `CASE WHEN ${isOver} THEN '' ELSE '{"frames":[],"text":"' || ${text(1_000)} || '"}' END`
  const variables = `'[{"id":"v1","name":"Name","value":"' || ${text(80)} || '"}]'`
  const each = `FROM numbers CROSS JOIN four ORDER BY n, number`
  const history =
    'INSERT INTO history (result_id, "index", workspace_id, block_index, block_id, variable_id, value) ' +
    `SELECT ${resultId}, number, '${workspaceId}', 0, 'input' || number, 'v1', ${text(40)} ${each}`
  return [
    'CREATE TABLE numbers (n BIGINT PRIMARY KEY)',
    `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${count}) INSERT INTO numbers SELECT n FROM counted`,
    'CREATE TABLE four (number INTEGER PRIMARY KEY)',
    'INSERT INTO four VALUES (1), (2), (3), (4)',
    'INSERT INTO results (id, workspace_id, bot_id, created_at, updated_at, has_started, is_completed, last_chat_session_id, variables, ' +
      `${isFirst ? 'is_archived' : 'is_deleted'}) SELECT ${resultId}, '${workspaceId}', '${botId}', ${at}, ${at}, 1, 1, ${sessionId}, ` +
      `${variables}, 0 FROM numbers ORDER BY n`,
    'INSERT INTO answers (result_id, number, workspace_id, block_id, group_id, variable_id, content, storage_used, created_at) ' +
      `SELECT ${resultId}, number, '${workspaceId}', 'input' || number, 'group' || number, 'v1', ${text(40)}, 0, ${at} ${each}`,
    'INSERT INTO visited_edges (result_id, "index", workspace_id, edge_id) ' +
      `SELECT ${resultId}, number, '${workspaceId}', 'edge' || number ${each}`,
    'INSERT INTO sessions (id, workspace_id, bot_id, release_id, result_id, version, created_at, updated_at, expires_at, ended_at, state) ' +
      `SELECT ${sessionId}, '${workspaceId}', '${botId}', '${releaseId}', ${resultId}, 4, ${at}, ${at}, ` +
      `CASE WHEN ${isOver} THEN 0 ELSE ${now} + 864000000 + n END, ${at}, ${state} FROM numbers ORDER BY n`,
    'INSERT INTO turns (session_id, number, workspace_id, key, request_hash, status, created_at, request, answer) ' +
      `SELECT ${sessionId}, number, '${workspaceId}', 'key-' || number, ${text(64)}, 200, ${at}, ${text(150)}, ${text(700)} ${each}`,
    ...(isFirst ? [history] : []),
    'DROP TABLE numbers',
    'DROP TABLE four',
  ]
}

const words = 'What people say here is of no importance, as long as nobody writes the same twice in a row. '
