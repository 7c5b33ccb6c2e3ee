import { newDeliveries } from '../deliveries/delivery-tables.js'
import { conversations, messages, onAskedAgain } from '../holders/conversation-tables.js'
import { isNotRemoved, type RemovalKind } from '../not-removed.js'
import { notices } from '../notifications/notification-tables.js'
import { answers, fieldColumns, logs, visitedEdges } from '../results/result-tables.js'
import { exposures, rejections, sessions, turns } from '../sessions/session-tables.js'
import type { TurnCommit } from '../sessions/sessions.js'
import type { SqlValue, Table } from '../table.js'
import { columnsOf, given, givenColumnsOf } from './array-columns.js'
import { type Column, type Form, type Rows, rowsOf } from './wire/statement-rows.js'

/** Part of the statement that saves turns. */
export interface Part {
  /** Common table expressions, with a parameter for each column of their rows. */
  sql(form: Form): string
  /** `others` are results that turns have rows for but do not save themselves. */
  isNeeded(commits: readonly TurnCommit[], others: readonly RowOfSession<string>[]): boolean
  /** The rows that are the input of its `sql`, if any. */
  rows?(commits: readonly TurnCommit[], others: readonly RowOfSession<string>[]): Rows
}

const givenColumns: Column<TurnCommit>[] = [
  ['integer', ({ updatedBefore }) => updatedBefore],
  ...sessions.properties.map(({ property, type }): Column<TurnCommit> => [type, ({ session }) => session[property]]),
  ...turns.properties.map(({ property, type }): Column<TurnCommit> => [type, ({ turn }) => turn[property]]),
]

/**
 * Sessions and turns, one row of both for each turn. For a single turn the values are inlined wherever they are used: materializing them
 * would take PostgreSQL a tenth of its time for such a turn.
 */
const givenTurns: Part = {
  sql: (form) => `given AS ${form.isOneTurn ? 'NOT MATERIALIZED' : ''} (
    SELECT ${given('integer', form)} AS updated_before, ${givenColumnsOf(sessions, form)}, ${givenColumnsOf(turns, form, 'turn_')}
  )`,
  isNeeded: () => true,
  rows: (commits) => rowsOf(commits, givenColumns),
}

/** SQL condition: the workspace of a row is not suspended. */
const isOpen = (table: string) =>
  `(SELECT is_suspended FROM workspaces WHERE workspaces.id = ${table}.workspace_id LIMIT 1) = 0`

/** SQL condition: none of the owners is deleted. Mostly nothing is being deleted at all, which is asked once for all rows. */
function isKeptBy(...owners: readonly [kind: RemovalKind, id: string][]): string {
  return `(NOT EXISTS (SELECT FROM removals) OR ${owners.map(([kind, id]) => isNotRemoved(kind, id)).join(' AND ')})`
}

const begins = ({ session }: TurnCommit) => session.version === 1
const goesOn = (commit: TurnCommit) => !begins(commit)

/**
 * IS TRUE keeps the comparison of bots out of the choice of an index: on an empty database, the one of a bot's sessions by their end costs
 * as much as the primary key, and with it each turn would read all sessions of its bot for as long as the plan lives.
 */
const saving = `saved AS (
    UPDATE sessions SET version = given.version, release_id = given.release_id, result_id = given.result_id,
      state = given.state, updated_at = given.updated_at, expires_at = given.expires_at, ended_at = given.ended_at,
      held = given.held, no_answer_at = given.no_answer_at, contact_id = given.contact_id
    FROM given WHERE given.version > 1 AND sessions.id = given.id AND sessions.version = given.version - 1
      AND sessions.updated_at = given.updated_before
      AND sessions.workspace_id = given.workspace_id AND (sessions.bot_id = given.bot_id) IS TRUE
      AND ${isOpen('given')} AND ${isKeptBy(['workspaces', 'given.workspace_id'], ['bots', 'given.bot_id'])}
    RETURNING sessions.id
  )`

/**
 * The bots of new sessions are locked against deletion until the turn exists and can be deleted with them.
 *
 * LIMIT 1 keeps each lookup separate and by its key: joined with the others, a plan that was made for an empty database may read a whole
 * index instead.
 */
const beginning = `open_bots AS (
    SELECT bot.id, bot.workspace_id, of_bot.release_id
    FROM (SELECT DISTINCT bot_id, release_id FROM given WHERE version = 1) AS of_bot,
      LATERAL (
        SELECT id, workspace_id FROM bots
        WHERE id = of_bot.bot_id AND is_deleted = 0 AND ${isKeptBy(['workspaces', 'bots.workspace_id'])} AND (
          of_bot.release_id IS NULL OR (published_release_id = of_bot.release_id
              OR of_bot.release_id = (SELECT release_id FROM environments
                WHERE environments.bot_id = bots.id AND environments.release_id = of_bot.release_id LIMIT 1)
              OR of_bot.release_id = (SELECT release_id FROM experiment_releases AS running
                WHERE running.bot_id = bots.id AND running.release_id = of_bot.release_id LIMIT 1))
            AND is_closed = 0 AND archived_at IS NULL AND ${isOpen('bots')}
        ) LIMIT 1 FOR KEY SHARE
      ) AS bot
  ),
  begun AS (
    INSERT INTO sessions (${columnsOf(sessions)})
    SELECT ${columnsOf(sessions, 'given.')} FROM given
    JOIN open_bots ON open_bots.id = given.bot_id AND open_bots.workspace_id = given.workspace_id
      AND open_bots.release_id IS NOT DISTINCT FROM given.release_id
    WHERE given.version = 1 ON CONFLICT DO NOTHING RETURNING id
  )`

/** The sessions whose turns are saved. Three variants: all of them are continued, all are new, or there are both. */
const saved: Part = {
  sql: () => `${saving}, taken AS (SELECT id FROM saved)`,
  isNeeded: (commits) => commits.every(goesOn),
}
const begun: Part = {
  sql: () => `${beginning}, taken AS (SELECT id FROM begun)`,
  isNeeded: (commits) => commits.every(begins),
}
const savedAndBegun: Part = {
  sql: () => `${saving}, ${beginning}, taken AS (SELECT id FROM saved UNION ALL SELECT id FROM begun)`,
  isNeeded: (commits) => commits.some(begins) && commits.some(goesOn),
}

const addedTurns: Part = {
  sql: (form) => `added_turns AS (
    INSERT INTO turns (${columnsOf(turns)}, workspace_id)
    SELECT ${columnsOf(turns, 'turn_')}, workspace_id FROM given WHERE ${isTaken('id', form)}
  )`,
  isNeeded: () => true,
}

/** First columns of rows that belong to a turn: its session and workspace. */
const owners = (form: Form) => `${given('text', form)} AS session_id, ${given('text', form)} AS workspace_id`
const ownerColumns: Column<RowOfSession<unknown>>[] = [
  ['text', ({ session }) => session.id],
  ['text', ({ session }) => session.workspaceId],
]
const idColumns: Column<RowOfSession<string>>[] = [...ownerColumns, ['text', ({ row }) => row]]
const resultColumns: Column<RowOfSession<TurnCommit['results'][number]>>[] = [
  ...ownerColumns,
  ['text', ({ row }) => row.id],
  ['text', ({ row }) => row.botId],
  ['integer', ({ row }) => row.at],
  ['integer', ({ row }) => Number(row.hasStarted)],
  ['integer', ({ row }) => Number(row.isCompleted)],
  ['text', ({ row }) => row.variables],
  ['text', ({ session }) => session.contactId],
  ...fieldColumns.map(({ field, type }): (typeof resultColumns)[number] => [type, ({ row }) => row[field]]),
]
const namesOfFields = fieldColumns.map(({ column }) => column).join(', ')
const updatesOfFields = fieldColumns.flatMap(({ column, isOfVisit }) =>
  isOfVisit ? [] : [`${column} = excluded.${column}`],
)

/**
 * Rows of a result that was deleted in the meantime, or that belongs to another workspace, are dropped; the other results are in `kept`,
 * with their sessions.
 */
const savedResults: Part = {
  sql: (form) => `saved_results AS (
    INSERT INTO results (id, bot_id, workspace_id, created_at, updated_at, has_started, is_completed, is_deleted,
      variables, last_chat_session_id, contact_id, ${namesOfFields})
    SELECT id, bot_id, workspace_id, at, at, has_started, is_completed, 0, variables, session_id, contact_id, ${namesOfFields}
    FROM (SELECT ${owners(form)}, ${given('text', form)} AS id, ${given('text', form)} AS bot_id, ${given('integer', form)} AS at,
      ${given('integer', form)} AS has_started, ${given('integer', form)} AS is_completed, ${given('text', form)} AS variables,
      ${given('text', form)} AS contact_id,
      ${fieldColumns.map(({ column, type }) => `${given(type, form)} AS ${column}`).join(', ')}) AS result
    WHERE ${isTaken('session_id', form)}
    ON CONFLICT (id, workspace_id) DO UPDATE SET updated_at = excluded.updated_at,
      has_started = greatest(results.has_started, excluded.has_started),
      is_completed = greatest(results.is_completed, excluded.is_completed),
      variables = excluded.variables, last_chat_session_id = excluded.last_chat_session_id,
      contact_id = coalesce(excluded.contact_id, results.contact_id),
      ${updatesOfFields.join(', ')}
    WHERE results.is_deleted = 0 AND results.bot_id = excluded.bot_id
    RETURNING last_chat_session_id AS session_id, id
  )`,
  isNeeded: () => true,
  rows: (commits) =>
    rowsOf(
      ownedRows(commits, (it) => it.results),
      resultColumns,
    ),
}

const kept: Part = {
  sql: () => 'kept AS (SELECT session_id, id FROM saved_results)',
  isNeeded: (_, others) => others.length === 0,
}

/** Some turns have rows for results that they do not save. */
const keptWithOthers: Part = {
  sql: (form) => `other_results AS (
    SELECT other.session_id, result.id FROM (SELECT ${owners(form)}, ${given('text', form)} AS id) AS other,
      LATERAL (
        SELECT id FROM results
        WHERE results.id = other.id AND results.workspace_id = other.workspace_id AND is_deleted = 0 LIMIT 1 FOR SHARE
      ) AS result
    WHERE ${isTaken('other.session_id', form)}
  ), kept AS (SELECT session_id, id FROM saved_results UNION ALL SELECT session_id, id FROM other_results)`,
  isNeeded: (_, others) => others.length > 0,
  rows: (_, others) => rowsOf(others, idColumns),
}

/** IS TRUE for the same reason as in `saving`: an index of all uploads of a workspace would cost as much as their key. */
const keptUploads: Part = {
  sql: (form) => `kept_uploads AS (
    UPDATE uploads SET is_kept = 1
    FROM (SELECT ${owners(form)}, ${given('text', form)} AS id) AS upload
    WHERE uploads.id = upload.id AND (uploads.workspace_id = upload.workspace_id
      AND uploads.session_id = upload.session_id AND uploads.state = 'stored') IS TRUE AND ${isTaken('upload.session_id', form)}
  )`,
  isNeeded: (commits) => commits.some((it) => it.keptUploads.length > 0),
  rows: (commits) =>
    rowsOf(
      ownedRows(commits, (it) => it.keptUploads),
      idColumns,
    ),
}

/**
 * SQL condition: the result of a row `of_result` was saved, or exists unchanged. A single row looks its result up directly, because it need
 * not be compared with many.
 */
function isKept({ isOneRow }: Form): string {
  return isOneRow
    ? 'EXISTS (SELECT FROM kept WHERE kept.id = of_result.result_id AND kept.session_id = of_result.session_id)'
    : '((session_id, result_id) IN (SELECT session_id, id FROM kept)) IS TRUE'
}

/** A row of a turn, with its session. */
export interface RowOfSession<Row> {
  readonly row: Row
  readonly session: TurnCommit['session']
}

function ownedRows<Row>(
  commits: readonly TurnCommit[],
  rowsOf: (commit: TurnCommit) => readonly Row[],
): RowOfSession<Row>[] {
  const rows: RowOfSession<Row>[] = []
  for (const commit of commits) for (const row of rowsOf(commit)) rows.push({ row, session: commit.session })
  return rows
}

/**
 * SQL condition: the turn of a session is saved. For one turn, a single lookup. Otherwise the ids are compared with a value list, for which
 * PostgreSQL uses a hash table; a join would be planned for the few rows of an empty database, and compare each row with each.
 */
function isTaken(column: string, { isOneTurn }: Form): string {
  return isOneTurn ? 'EXISTS (SELECT FROM taken)' : `(${column} IN (SELECT id FROM taken)) IS TRUE`
}

/** Rows that are numbered on from the last one of the same result. */
function numberedRows<Row extends { resultId: string }>(
  table: Table<Row>,
  of: (commit: TurnCommit) => readonly Row[],
): Part {
  const last = `(SELECT max(number) FROM ${table.name} WHERE ${table.name}.result_id = of_result.result_id)`
  const columns: Column<RowOfSession<Row> & { place: number }>[] = [
    ...ownedColumns(table),
    ['integer', ({ place }) => place],
  ]
  return {
    sql: (form) => `added_${table.name} AS (
      INSERT INTO ${table.name} (workspace_id, ${columnsOf(table)}, number)
      SELECT workspace_id, ${columnsOf(table)}, coalesce(${last}, 0) + place
      FROM (SELECT ${owners(form)}, ${givenColumnsOf(table, form)}, ${given('integer', form)} AS place) AS of_result
      WHERE ${isKept(form)}
    )`,
    isNeeded: (commits) => commits.some((it) => of(it).length > 0),
    rows: (commits) => rowsOf(withSlots(ownedRows(commits, of)), columns),
  }
}

/** Adds to each row its position among the rows of the same result in this statement, from 1. */
function withSlots<Row extends { resultId: string }>(
  rows: readonly RowOfSession<Row>[],
): (RowOfSession<Row> & { place: number })[] {
  const counts = new Map<string, number>()
  return rows.map(({ row, session }) => {
    const place = (counts.get(row.resultId) ?? 0) + 1
    counts.set(row.resultId, place)
    return { row, session, place }
  })
}

/** Rows that already have their position in the result. */
function rowsOfResults<Row extends { resultId: string }>(
  table: Table<Row>,
  of: (commit: TurnCommit) => readonly Row[],
  onConflict: string,
): Part {
  const columns = ownedColumns(table)
  return {
    sql: (form) => `added_${table.name} AS (
      INSERT INTO ${table.name} (workspace_id, ${columnsOf(table)})
      SELECT workspace_id, ${columnsOf(table)}
      FROM (SELECT ${owners(form)}, ${givenColumnsOf(table, form)}) AS of_result
      WHERE ${isKept(form)}
      ${onConflict}
    )`,
    isNeeded: (commits) => commits.some((it) => of(it).length > 0),
    rows: (commits) => rowsOf(ownedRows(commits, of), columns),
  }
}

function ownedColumns<Row extends object>(table: Table<Row>): Column<RowOfSession<Row>>[] {
  const own = table.properties.map(
    ({ property, type }): Column<RowOfSession<Row>> => [type, ({ row }) => row[property] as SqlValue],
  )
  return [...ownerColumns, ...own]
}

/** Messages of a conversation that goes to the inbox, numbered on from its last one. */
const handedMessages: Part = {
  sql: (form) => `handed_messages AS (
    INSERT INTO conversation_messages (${columnsOf(messages)})
    SELECT ${columnsOf(messages).replace('"number"', `coalesce((SELECT max(number) FROM conversation_messages AS earlier WHERE earlier.session_id = message.session_id), 0) + number`)}
    FROM (SELECT ${givenColumnsOf(messages, form)}) AS message
    WHERE ${isTaken('session_id', form)}
  )`,
  isNeeded: (commits) => commits.some(({ handOver }) => handOver),
  rows: (commits) =>
    rowsOf(
      commits.flatMap(({ handOver }) => handOver?.messages ?? []),
      tableColumns(messages),
    ),
}

const handedConversations: Part = {
  sql: (form) => `handed_conversations AS (
    INSERT INTO conversations (${columnsOf(conversations)})
    SELECT ${columnsOf(conversations)} FROM (SELECT ${givenColumnsOf(conversations, form)}) AS conversation
    WHERE ${isTaken('session_id', form)}
    ${onAskedAgain}
  )`,
  isNeeded: (commits) => commits.some(({ handOver }) => handOver),
  rows: (commits) =>
    rowsOf(
      commits.flatMap(({ handOver }) => handOver?.conversation ?? []),
      tableColumns(conversations),
    ),
}

function tableColumns<Row extends object>(table: Table<Row>): Column<Row>[] {
  return table.properties.map(({ property, type }): Column<Row> => [type, (row) => row[property] as SqlValue])
}

/** All parts, in the order in which they refer to each other. */
export const turnParts: readonly Part[] = [
  givenTurns,
  saved,
  begun,
  savedAndBegun,
  addedTurns,
  savedResults,
  kept,
  keptWithOthers,
  numberedRows(answers, (it) => it.answers),
  numberedRows(logs, (it) => it.logs),
  numberedRows(rejections, (it) => it.rejections),
  rowsOfResults(
    visitedEdges,
    (it) => it.visitedEdges,
    'ON CONFLICT (result_id, "index", workspace_id) DO UPDATE SET edge_id = excluded.edge_id',
  ),
  rowsOfResults(
    exposures,
    (it) => it.exposures,
    'ON CONFLICT (result_id, experiment_id, workspace_id) DO UPDATE SET converted_at = coalesce(exposures.converted_at, excluded.converted_at)',
  ),
  keptUploads,
  rowsOfResults(newDeliveries, (it) => it.deliveries, 'ON CONFLICT (id, workspace_id) DO NOTHING'),
  rowsOfResults(notices, (it) => it.notices ?? [], ''),
  handedMessages,
  handedConversations,
]
