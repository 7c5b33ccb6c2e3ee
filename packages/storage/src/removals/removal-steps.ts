import { channelText, hasChannels } from '../bots/bot-channels.js'
import { removeBot } from '../bots/remove-bot.js'
import { all, type Database, get, run, type Work } from '../database.js'
import type { RemovalKind } from '../not-removed.js'
import { markRemoved } from '../removal-marks.js'
import { deleteResults, deleteSessions } from '../results/delete-results.js'
import { clearResults } from '../results/result-store.js'

export interface Removal {
  kind: RemovalKind
  ownerId: string
  workspaceId: string
  until: number | null
  isWhole: number
  step: number
  position: number
}

export interface Piece {
  /** None is left if it is less than the limit. */
  rows: number
  /** Position at which the next piece of the step begins. */
  position?: number
  /** Other removals have to be completed first. */
  isWaiting?: boolean
}

export interface Step {
  name: string
  /** Tables whose rows it deletes or changes in batches. */
  tables: readonly string[]
  /** Maximum number of rows of a piece, during which nothing else runs on SQLite: low where much hangs on a row, or a row is large. */
  max: number
  /** Only for owners whose own row is deleted. */
  ofWhole?: boolean
  hasFiles?: boolean
  work(database: Database, removal: Removal, limit: number, now: number): Work<Piece>
}

/** `where` is a condition whose parameter is the owner's id; `key` are the columns that identify a row. */
function deletionOf(
  table: string,
  key: string,
  where: string,
  { max = 100, cascades = [], ofWhole = false }: { max?: number; cascades?: string[]; ofWhole?: boolean } = {},
): Step {
  const sql = `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ?)`
  return {
    name: table,
    tables: [table, ...cascades],
    max,
    ofWhole,
    *work(_, { ownerId }, limit) {
      return { rows: yield* run(sql, ownerId, limit) }
    },
  }
}

/** Bytes of files are deleted by another job, which finds their rows by this state. */
function removalOfUploads(where: string): Step {
  const find = `SELECT id FROM uploads WHERE ${where} AND state IN ('pending', 'receiving', 'stored') LIMIT ?`
  return {
    name: 'uploads',
    tables: ['uploads'],
    max: 100,
    hasFiles: true,
    *work(_, { ownerId }, limit) {
      return { rows: yield* run(`UPDATE uploads SET state = 'removed' WHERE id IN (${find})`, ownerId, limit) }
    },
  }
}

/** Tables whose rows hang on a result, and the key of each. */
const ofResults = [
  { table: 'answers', key: 'result_id, number, workspace_id' },
  { table: 'visited_edges', key: 'result_id, "index", workspace_id' },
  { table: 'logs', key: 'result_id, number, workspace_id' },
  { table: 'rejections', key: 'result_id, number, workspace_id' },
  { table: 'deliveries', key: 'id, workspace_id' },
]

/** Rows of one table that are deleted with a piece of results or sessions. If there are more, they are deleted before, in pieces. */
const maxBelow = 1_000

/** Deletes rows that hang on results or sessions if they are too many to be deleted with them. Returns whether it did. */
function* removeMany(
  { dialect: { isOneOf } }: Database,
  resultIds: readonly string[],
  isWhole: boolean,
): Work<boolean> {
  const ofSessions = `SELECT id FROM sessions WHERE result_id ${isOneOf}`
  const below = [
    ...ofResults.map(({ table, key }) => ({ table, key, where: `result_id ${isOneOf}` })),
    ...ofSession.map((below) => ({ ...below, where: `session_id IN (${ofSessions})` })),
  ]
  if (yield* removeBelow(below, resultIds)) return true
  const findSessions = `${ofSessions}${isWhole ? '' : ' AND +expires_at = 0'} LIMIT ?`
  const sessions = yield* all<{ id: string }>(findSessions, resultIds, maxBelow)
  if (sessions.length < maxBelow) return false
  yield* deleteSessions(
    isOneOf,
    sessions.map(({ id }) => id),
  )
  return true
}

/** Tables whose rows hang on sessions and may be many. */
const ofSession = [
  { table: 'turns', key: 'session_id, number, workspace_id' },
  { table: 'conversation_messages', key: 'session_id, number, workspace_id' },
  { table: 'conversation_words', key: 'session_id, workspace_id, word' },
  { table: 'sent_messages', key: 'credentials_id, provider_id, workspace_id' },
]

/** Deletes rows of the first of these tables that has very many below these owners. Returns whether there is one. */
function* removeBelow(
  tables: readonly { table: string; key: string; where: string }[],
  ids: readonly string[],
): Work<boolean> {
  const counts = tables.map(
    ({ table, where }) =>
      `(SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${where} LIMIT ${maxBelow}) AS counted) AS ${table}`,
  )
  const found = yield* get<Record<string, number>>(`SELECT ${counts.join(', ')}`, ...tables.map(() => ids))
  const many = tables.find(({ table }) => Number(found?.[table]) === maxBelow)
  if (!many) return false
  const { table, key, where } = many
  yield* run(
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${maxBelow})`,
    ids,
  )
  return true
}

/** Results of a bot in the order in which they began, which their index has: no batch looks at those before it. */
function removalOfResults(
  name: string,
  isDeleted: 0 | 1,
  remove: (database: Database, ids: string[], removal: Removal, now: number) => Work<unknown>,
): Step {
  const find =
    `SELECT id, created_at AS "createdAt" FROM results WHERE bot_id = ? AND is_deleted = ${isDeleted} ` +
    'AND created_at >= ? AND created_at <= ? ORDER BY created_at LIMIT ?'
  return {
    name,
    tables: [
      'results',
      ...ofResults.map(({ table }) => table),
      ...ofSession.map(({ table }) => table),
      'conversations',
      'sessions',
      'uploads',
    ],
    max: 50,
    hasFiles: true,
    *work(database, removal, limit, now) {
      const { ownerId, position, until } = removal
      const end = until ?? Number.MAX_SAFE_INTEGER
      const found = yield* all<{ id: string; createdAt: number }>(find, ownerId, position, end, limit)
      const ids = found.map(({ id }) => id)
      if (ids.length === 0) return { rows: 0 }
      if (yield* removeMany(database, ids, removal.isWhole === 1)) return { rows: limit, position }
      yield* remove(database, ids, removal, now)
      return { rows: found.length, position: found.at(-1)?.createdAt ?? position }
    },
  }
}

/** Marks the owners of a table that belong to a workspace, so that they are removed in turn with it. */
function markingOf(
  table: 'bots' | 'knowledge_bases',
  max: number,
  mark: (workspaceId: string, id: string) => Work<void>,
): Step {
  const isMarked = `SELECT 1 FROM removals WHERE kind = '${table}' AND owner_id = ${table}.id AND is_whole = 1`
  const find = `SELECT id FROM ${table} WHERE workspace_id = ? AND NOT EXISTS (${isMarked}) LIMIT ?`
  return {
    name: `marks of ${table}`,
    tables: [table],
    max,
    *work(_, { ownerId }, limit) {
      const found = yield* all<{ id: string }>(find, ownerId, limit)
      for (const { id } of found) yield* mark(ownerId, id)
      return { rows: found.length }
    },
  }
}

/** Nothing to do until no removal matches a condition whose parameter is the owner's id. */
function waitingFor(where: string): Step {
  return {
    name: 'other removals',
    tables: [],
    max: 1,
    *work(_, { ownerId }) {
      const found = yield* get(`SELECT 1 AS found FROM removals WHERE ${where} LIMIT 1`, ownerId)
      return { rows: 0, isWaiting: found !== undefined }
    },
  }
}

/** Releases are large: few at once, and in the order of their index, so that no batch looks at those that are gone. */
function removalOfReleases(ofWhole: boolean): Step {
  const find =
    'SELECT id, created_at AS "createdAt" FROM releases WHERE bot_id = ? AND created_at >= ? ORDER BY created_at, id LIMIT ?'
  return {
    name: 'releases',
    tables: ['releases'],
    max: 5,
    ofWhole,
    *work({ dialect }, { ownerId, position }, limit) {
      const found = yield* all<{ id: string; createdAt: number }>(find, ownerId, position, limit)
      yield* run(
        `DELETE FROM releases WHERE id ${dialect.isOneOf}`,
        found.map(({ id }) => id),
      )
      return { rows: found.length, position: found.at(-1)?.createdAt ?? position }
    },
  }
}

/** Replies go before the comment that their thread begins with, which they refer to. */
function contentsOfBot(ofWhole: boolean): Step[] {
  return [
    removalOfReleases(ofWhole),
    deletionOf('bot_operations', 'bot_id, revision', 'bot_id = ?', { max: 20, ofWhole }),
    deletionOf('bot_comments', 'id', 'bot_id = ? AND thread_id <> id', { ofWhole }),
    deletionOf('bot_comments', 'id', 'bot_id = ?', { ofWhole }),
    deletionOf('bot_tests', 'id', 'bot_id = ?', { max: 10, ofWhole }),
  ]
}

/** Credentials of another workspace may have the same id. The workspace is compared as a text, so that no index by workspace is used. */
const ofCredentials =
  "credentials_id = ? AND workspace_id || '' = " +
  "(SELECT workspace_id FROM removals WHERE kind = 'credentials' AND owner_id = credentials_id)"

/** Conversations and results of a deleted contact belong to nobody. */
function withoutContact(table: 'sessions' | 'results'): Step {
  const find = `SELECT id FROM ${table} WHERE contact_id = ? LIMIT ?`
  return {
    name: table,
    tables: [table],
    max: 50,
    *work(_, { ownerId }, limit) {
      return { rows: yield* run(`UPDATE ${table} SET contact_id = NULL WHERE id IN (${find})`, ownerId, limit) }
    },
  }
}

const termKey = 'workspace_id, field, text, number, contact_id'

const emptyFlow = '{"events":[],"groups":[],"edges":[],"variables":[]}'

/**
 * How each kind of owner is removed: everything whose number authors or visitors decide, in batches, and the owner's row last, with the few
 * rows that refer to it still. What acts by itself, such as deliveries, goes first.
 */
export const stepsOf: Record<RemovalKind, readonly Step[]> = {
  results: [
    removalOfResults('results', 0, (database, ids, { workspaceId, ownerId, isWhole }, now) =>
      isWhole === 1 ? deleteResults(database, ids) : clearResults(database, workspaceId, ownerId, ids, now),
    ),
  ],
  bots: [
    deletionOf('deliveries', 'id, workspace_id', 'bot_id = ?'),
    deletionOf('notices', 'id, workspace_id', 'bot_id = ?'),
    deletionOf(
      'due_notices',
      'rule_id, subject, workspace_id',
      'rule_id IN (SELECT id FROM notification_rules WHERE bot_id = ?)',
    ),
    removalOfUploads('bot_id = ?'),
    waitingFor("kind = 'results' AND owner_id = ?"),
    {
      name: 'sessions',
      tables: ['sessions', ...ofSession.map(({ table }) => table), 'conversations', 'held_webhooks'],
      max: 50,
      *work({ dialect }, { ownerId, position }, limit) {
        const find =
          'SELECT id, expires_at AS "expiresAt" FROM sessions WHERE bot_id = ? AND expires_at >= ? ' +
          'ORDER BY expires_at, id LIMIT ?'
        const found = yield* all<{ id: string; expiresAt: number }>(find, ownerId, position, limit)
        const ids = found.map(({ id }) => id)
        if (ids.length === 0) return { rows: 0 }
        const where = `session_id ${dialect.isOneOf}`
        if (
          yield* removeBelow(
            ofSession.map((below) => ({ ...below, where })),
            ids,
          )
        )
          return { rows: limit, position }
        yield* run(`DELETE FROM sessions WHERE id ${dialect.isOneOf}`, ids)
        return { rows: found.length, position: found.at(-1)?.expiresAt ?? position }
      },
    },
    deletionOf(
      'exposures',
      'result_id, experiment_id, workspace_id',
      'experiment_id IN (SELECT id FROM experiments WHERE bot_id = ?)',
    ),
    deletionOf('experiments', 'id', 'bot_id = ?'),
    { ...removalOfResults('deleted results', 1, deleteResults), ofWhole: true },
    ...contentsOfBot(true),
    deletionOf('bots', 'id', 'id = ?', { ofWhole: true }),
  ],
  contents: [
    ...contentsOfBot(false),
    {
      name: 'contents',
      tables: ['bots'],
      max: 1,
      *work(_, { ownerId }) {
        yield* run(`UPDATE bots SET flow = '${emptyFlow}', theme = '{}', settings = '{}' WHERE id = ?`, ownerId)
        return { rows: 0 }
      },
    },
  ],
  workspaces: [
    markingOf('bots', 10, (workspaceId, id) => removeBot(workspaceId, id, { isWhole: true })),
    deletionOf('inbox', 'id, workspace_id', 'workspace_id = ?'),
    deletionOf('correspondents', 'credentials_id, sender, workspace_id', 'workspace_id = ?'),
    markingOf('knowledge_bases', 100, (workspaceId, id) =>
      markRemoved({ kind: 'knowledge_bases', id, workspaceId, isWhole: true }),
    ),
    removalOfUploads('workspace_id = ?'),
    waitingFor("workspace_id = ? AND kind <> 'workspaces'"),
    deletionOf('model_ledger', 'workspace_id, bot_id, day, block_id, provider, model', 'workspace_id = ?'),
    deletionOf('model_budgets', 'workspace_id, bot_id', 'workspace_id = ?'),
    deletionOf('model_reservations', 'id', 'workspace_id = ?'),
    deletionOf('integration_calls', 'workspace_id, kind, day', 'workspace_id = ?'),
    deletionOf('theme_templates', 'workspace_id, id', 'workspace_id = ?', { max: 10 }),
    deletionOf('folders', 'id', 'workspace_id = ?'),
    deletionOf('contact_terms', termKey, 'workspace_id = ?'),
    deletionOf('contact_identifiers', 'workspace_id, kind, value, channel', 'workspace_id = ?'),
    deletionOf('contacts', 'workspace_id, id', 'workspace_id = ?'),
    deletionOf('contact_merges', 'id', 'workspace_id = ?', { max: 20 }),
    deletionOf('contact_segments', 'id', 'workspace_id = ?'),
    deletionOf('teams', 'workspace_id, id', 'workspace_id = ?', { max: 10, cascades: ['team_members'] }),
    deletionOf('saved_replies', 'workspace_id, shortcut', 'workspace_id = ?'),
    deletionOf('contact_attributes', 'id', 'workspace_id = ?'),
    deletionOf('workspaces', 'id', 'id = ?'),
  ],
  knowledge_bases: [
    deletionOf('knowledge_chunks', 'id', 'base_id = ?', { max: 20, cascades: ['knowledge_vectors'] }),
    deletionOf('knowledge_sources', 'id', 'base_id = ?'),
    deletionOf('knowledge_questions', 'id', 'base_id = ?'),
    deletionOf('knowledge_bases', 'id', 'id = ?'),
  ],
  credentials: [
    deletionOf('inbox', 'id, workspace_id', ofCredentials),
    deletionOf('correspondents', 'credentials_id, sender, workspace_id', ofCredentials),
    {
      name: 'bots',
      tables: ['bots'],
      max: 10,
      *work(_, { ownerId, workspaceId }, limit) {
        const one = channelText(ownerId)
        const find = `SELECT id FROM bots WHERE workspace_id = ? AND ${hasChannels} AND channels LIKE ? LIMIT ?`
        const others = "replace(replace(replace(channels, ?, ''), ?, ''), ?, '')"
        const takeOff = `UPDATE bots SET channels = ${others} WHERE id IN (${find})`
        return { rows: yield* run(takeOff, `,${one}`, `${one},`, one, workspaceId, `%${one}%`, limit) }
      },
    },
  ],
  users: [
    {
      name: 'comments',
      tables: ['bot_comments'],
      max: 100,
      *work(_, { ownerId }, limit) {
        const find = 'SELECT id FROM bot_comments WHERE author_id = ? LIMIT ?'
        return { rows: yield* run(`UPDATE bot_comments SET author_id = NULL WHERE id IN (${find})`, ownerId, limit) }
      },
    },
    deletionOf('comment_reads', 'bot_id, user_id', 'user_id = ?'),
    deletionOf(
      'due_notices',
      'rule_id, subject, workspace_id',
      'rule_id IN (SELECT id FROM notification_rules WHERE user_id = ?)',
    ),
    deletionOf('notification_rules', 'id', 'user_id = ?'),
    deletionOf('users', 'id', 'id = ?'),
  ],
  contacts: [withoutContact('sessions'), withoutContact('results')],
  contact_attributes: [
    {
      name: 'values',
      tables: ['contact_terms', 'contacts'],
      max: 100,
      *work({ dialect }, { ownerId, workspaceId }, limit) {
        const some = 'FROM contact_terms WHERE workspace_id = ? AND field = ? ORDER BY text, number, contact_id LIMIT ?'
        const found = yield* all<{ id: string }>(`SELECT contact_id AS id ${some}`, workspaceId, ownerId, limit)
        const ids = found.map(({ id }) => id)
        const forget = `UPDATE contacts SET attributes = ${dialect.withoutMember('attributes', ownerId)}`
        yield* run(`${forget} WHERE workspace_id = ? AND id ${dialect.isOneOf}`, workspaceId, ids)
        yield* run(
          `DELETE FROM contact_terms WHERE (${termKey}) IN (SELECT ${termKey} ${some})`,
          workspaceId,
          ownerId,
          limit,
        )
        return { rows: found.length }
      },
    },
  ],
}
