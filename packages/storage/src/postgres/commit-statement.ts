import type { TurnCommit } from '../storage.js'
import {
  answers,
  history,
  logs,
  rejections,
  type SqlValue,
  sessions,
  type Table,
  turns,
  visitedEdges,
} from '../table.js'
import { arrayLiteral } from './array-literal.js'

/**
 * One statement that saves any number of turns, each all or not at all, and answers the ids of the sessions that were saved. Rows
 * come as one array a column. No two of the turns may be of the same session or write the same result.
 *
 * What belongs to a result that was archived meanwhile is dropped. The bots of sessions that begin are locked against being
 * archived until the turn is there to be archived with them.
 *
 * LIMIT 1 keeps a lookup by itself, by its key: joined with the others, a plan made for an empty database may read a whole index instead.
 */
export const commitSql = `
  WITH given AS (SELECT * FROM ${unnested(sessions)}),
  saved AS (
    UPDATE sessions SET version = given.version, release_id = given.release_id, result_id = given.result_id,
      state = given.state, updated_at = given.updated_at, expires_at = given.expires_at, ended_at = given.ended_at
    FROM given WHERE given.version > 1 AND sessions.id = given.id AND sessions.version = given.version - 1
      AND sessions.bot_id = given.bot_id AND sessions.workspace_id = given.workspace_id
    RETURNING sessions.id
  ),
  living AS (
    SELECT bot.id, bot.workspace_id FROM (SELECT DISTINCT bot_id FROM given WHERE version = 1) AS of_bot,
      LATERAL (SELECT id, workspace_id FROM bots WHERE id = of_bot.bot_id AND is_archived = 0 LIMIT 1 FOR KEY SHARE) AS bot
  ),
  begun AS (
    INSERT INTO sessions (${columnsOf(sessions)})
    SELECT ${columnsOf(sessions, 'given')} FROM given
    JOIN living ON living.id = given.bot_id AND living.workspace_id = given.workspace_id
    WHERE given.version = 1 ON CONFLICT DO NOTHING RETURNING id
  ),
  taken AS (SELECT id FROM saved UNION ALL SELECT id FROM begun),
  added_turns AS (
    INSERT INTO turns (${columnsOf(turns)})
    SELECT ${columnsOf(turns, 'turn')} FROM ${unnested(turns, 'turn')} JOIN taken ON taken.id = turn.session_id
  ),
  saved_results AS (
    INSERT INTO results (id, bot_id, workspace_id, created_at, updated_at, has_started, is_completed, is_archived,
      variables, last_chat_session_id)
    SELECT result.id, bot_id, workspace_id, at, at, has_started, is_completed, 0, variables, last_chat_session_id
    FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::text[])
      AS result (session_id, id, bot_id, workspace_id, at, has_started, is_completed, variables, last_chat_session_id)
    JOIN taken ON taken.id = result.session_id
    ON CONFLICT (id, workspace_id) DO UPDATE SET updated_at = excluded.updated_at,
      has_started = greatest(results.has_started, excluded.has_started),
      is_completed = greatest(results.is_completed, excluded.is_completed),
      variables = excluded.variables, last_chat_session_id = excluded.last_chat_session_id
    WHERE results.is_archived = 0 AND results.bot_id = excluded.bot_id
    RETURNING id
  ),
  other_results AS (
    SELECT result.id FROM unnest(?::text[]) AS other (id),
      LATERAL (SELECT id FROM results WHERE id = other.id AND is_archived = 0 LIMIT 1 FOR SHARE) AS result
  ),
  kept AS (SELECT id FROM saved_results UNION SELECT id FROM other_results),
  added_answers AS (${insertNumbered(answers)}),
  added_logs AS (${insertNumbered(logs)}),
  added_rejections AS (${insertNumbered(rejections)}),
  saved_edges AS (
    ${insertOfResults(visitedEdges)}
    ON CONFLICT (result_id, "index", workspace_id) DO UPDATE SET edge_id = excluded.edge_id
  ),
  saved_history AS (
    ${insertOfResults(history)}
    ON CONFLICT (result_id, "index", workspace_id) DO UPDATE SET block_index = excluded.block_index,
      block_id = excluded.block_id, variable_id = excluded.variable_id, value = excluded.value
  ),
  kept_uploads AS (
    UPDATE uploads SET is_kept = 1
    FROM unnest(?::text[], ?::text[]) AS upload (session_id, id) JOIN taken ON taken.id = upload.session_id
    WHERE uploads.id = upload.id AND uploads.session_id = upload.session_id AND uploads.state = 'stored'
  )
  SELECT id FROM taken
`

/** The parameters of `commitSql`. */
export function commitValues(commits: readonly TurnCommit[]): string[] {
  const results = commits.flatMap(({ session, results }) => results.map((it) => ({ ...it, sessionId: session.id })))
  const known = new Set(commits.flatMap(({ session, results }) => ofBot(results, session.botId)))
  const others = commits
    .flatMap((it) => [...it.answers, ...it.logs, ...it.rejections, ...it.visitedEdges, ...it.history])
    .map(({ resultId }) => resultId)
    .filter((id) => !known.has(id))
  const uploads = commits.flatMap(({ session, keptUploads }) => keptUploads.map((id) => ({ id, of: session.id })))
  return [
    ...columnArrays(
      sessions,
      commits.map(({ session }) => sessions.values(session)),
    ),
    ...columnArrays(
      turns,
      commits.map(({ turn, session }) => turns.values(turn, session.workspaceId)),
    ),
    arrayLiteral(results.map((it) => it.sessionId)),
    arrayLiteral(results.map((it) => it.id)),
    arrayLiteral(results.map((it) => it.botId)),
    arrayLiteral(results.map((it) => it.workspaceId)),
    arrayLiteral(results.map((it) => it.at)),
    arrayLiteral(results.map((it) => Number(it.hasStarted))),
    arrayLiteral(results.map((it) => Number(it.isCompleted))),
    arrayLiteral(results.map((it) => it.variables)),
    arrayLiteral(results.map((it) => it.lastChatSessionId)),
    arrayLiteral([...new Set(others)]),
    ...rowsOfResults(commits, answers, (it) => it.answers),
    ...rowsOfResults(commits, logs, (it) => it.logs),
    ...rowsOfResults(commits, rejections, (it) => it.rejections),
    ...rowsOfResults(commits, visitedEdges, (it) => it.visitedEdges),
    ...rowsOfResults(commits, history, (it) => it.history),
    arrayLiteral(uploads.map((it) => it.of)),
    arrayLiteral(uploads.map((it) => it.id)),
  ]
}

/** A result of another bot may be there already and stay as it is, so that saving it tells nothing about it. */
function ofBot(results: TurnCommit['results'], botId: string): string[] {
  return results.filter((it) => it.botId === botId).map(({ id }) => id)
}

/** Of rows that belong to results, with the session of their turn in front. */
function rowsOfResults<Row extends object>(
  commits: readonly TurnCommit[],
  table: Table<Row>,
  rowsOf: (commit: TurnCommit) => readonly Row[],
): string[] {
  const sessionIds = commits.flatMap((it) => rowsOf(it).map(() => it.session.id))
  const rows = commits.flatMap((it) => rowsOf(it).map((row) => table.values(row, it.session.workspaceId)))
  return [arrayLiteral(sessionIds), ...columnArrays(table, rows)]
}

function columnArrays<Row extends object>(table: Table<Row>, rows: readonly SqlValue[][]): string[] {
  return table.columnTypes.map((_, column) => arrayLiteral(rows.map((row) => row[column])))
}

type AnyTable = Pick<Table<object>, 'name' | 'columnTypes'>

function unnested(table: AnyTable, alias = 'given_row', before: readonly string[] = []): string {
  const arrayTypes = [...before.map(() => '?::text[]'), ...table.columnTypes.map(({ type }) => `?::${arrayOf(type)}`)]
  return `unnest(${arrayTypes.join(', ')}) AS ${alias} (${[...before, columnsOf(table)].join(', ')})`
}

function arrayOf(type: 'text' | 'integer' | 'real'): string {
  return { text: 'text[]', integer: 'bigint[]', real: 'double precision[]' }[type]
}

function columnsOf({ columnTypes }: AnyTable, alias?: string): string {
  return columnTypes.map(({ column }) => (alias === undefined ? column : `${alias}.${column}`)).join(', ')
}

function insertOfResults(table: AnyTable): string {
  return `INSERT INTO ${table.name} (${columnsOf(table)}) SELECT ${columnsOf(table, 'given_row')}
    FROM ${unnested(table, 'given_row', ['turn_of'])}
    JOIN taken ON taken.id = given_row.turn_of JOIN kept ON kept.id = given_row.result_id`
}

/** Counts on from the last row of the same result. */
function insertNumbered(table: AnyTable): string {
  const last = `(SELECT max(number) FROM ${table.name} WHERE ${table.name}.result_id = given_row.result_id)`
  return `INSERT INTO ${table.name} (${columnsOf(table)}, number) SELECT ${columnsOf(table, 'given_row')},
      coalesce(${last}, 0) + row_number() OVER (PARTITION BY given_row.result_id ORDER BY given_row.place)
    FROM (SELECT *, row_number() OVER () AS place FROM ${unnested(table, 'listed', ['turn_of'])}) AS given_row
    JOIN taken ON taken.id = given_row.turn_of JOIN kept ON kept.id = given_row.result_id`
}
