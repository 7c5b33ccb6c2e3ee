import type { Topic } from '../changes.js'
import { all, type Database, get, type Parameter, type StatementOutcome, type Work } from '../database.js'
import { indexedWord } from '../migrations/0025-words-by-base.js'
import type { Quotas } from '../quota-limits.js'
import type { SqlValue, Table } from '../table.js'
import { type PoolConnection, stateOf } from './pool.js'
import type { Calls } from './pool-share.js'
import { searchableText } from './searchable-text.js'
import { TurnsByKey } from './turns-by-key.js'
import { storable } from './wire/array-value.js'

/**
 * The pool as the stores see it. `here` receives the changes of a transaction as soon as it is committed, so that this process does not
 * wait until the database reports its own changes back. Other processes are notified with `origin` as the sender.
 */
export function postgresDatabase(
  pool: Calls,
  here?: { origin: string; tell(message: string): void },
  quotas?: Quotas,
): Database {
  const perform = (sql: string, values: readonly Parameter[]) => pool.run(sql, values.map(parameterOf))
  const first = async (sql: string, values: readonly Parameter[]) => (await perform(sql, values)).rows[0]
  const locks = new TurnsByKey()
  return {
    quotas,
    dialect: {
      isOneOf: '= ANY (?::text[])',
      position: 'strpos',
      matchingWords: (baseId, words) => ({
        sql: bestMatches,
        query: [words.map((word) => indexedWord(baseId, word)).join(' '), baseId],
      }),
      textOfVariable:
        "(SELECT CASE json_typeof(item -> 'value') WHEN 'array' THEN (SELECT string_agg(coalesce(part, ''), ', ') " +
        "FROM json_array_elements_text(item -> 'value') AS part) ELSE item ->> 'value' END " +
        `FROM json_array_elements((${storableJson('results.variables')})::json) AS item WHERE item ->> 'id' = ? LIMIT 1) ` +
        'COLLATE "C"',
      // The planner would rather read all answers again for each part of the results; OFFSET prevents that.
      joinAnswers:
        'CROSS JOIN LATERAL (SELECT * FROM answers AS one WHERE one.result_id = results.id ' +
        'AND one.workspace_id = results.workspace_id OFFSET 0) AS answers',
      numberOf: (text) =>
        `CASE WHEN length(${text}) <= 38 AND ${text} ~ '^-{0,1}(0|[1-9][0-9]*)(\\.[0-9]+){0,1}$' ` +
        `THEN (${text})::double precision END`,
      searchable: searchableText,
      // The type `jsonb` cannot store every escape of JSON.
      withoutMember: (column, member) =>
        `CASE WHEN strpos(${column}, '\\u') = 0 THEN (${column}::jsonb - '${member}')::text ELSE ${column} END`,
      forUpdate: ' FOR UPDATE',
      forCounting: ' FOR NO KEY UPDATE',
      skipLocked: ' FOR UPDATE SKIP LOCKED',
    },
    get: async (sql, ...values) => (await first(sql, values)) as never,
    all: async (sql, ...values) => (await perform(sql, values)).rows as never,
    analyticalQuery: async (sql, ...values) => (await perform(sql, values)).rows as never,
    run: async (sql, ...values) => (await perform(sql, values)).changes,
    returning: async (sql, ...values) => (await first(sql, values)) as never,
    async transaction(work) {
      for (let tries = 1; ; tries++) {
        try {
          const attempt = () => pool.use((connection) => attemptTransaction(connection, work))
          const { result, told } = await locks.inTurn(lockOf(work), attempt)
          for (const message of told) here?.tell(message)
          return result
        } catch (error) {
          if (tries === maxAttempts || !cameBetween.has(stateOf(error) ?? '')) throw error
        }
      }
    },
    // Its rows are permanently erased once the database has vacuumed (autovacuum) and overwritten the space.
    erasing: (work) => work(),
    *insertRows(table, rows, ending = '') {
      if (rows.length === 0) return []
      return yield* all(`${insertFromJson(table)} ${ending}`, JSON.stringify(rows.map((row) => row.map(inJson))))
    },
    *changed(topic, id) {
      yield* get(notify, channel, changeMessage(topic, id, here?.origin))
    },
    isTaken: (error) => stateOf(error) === uniqueViolation,
  }
}

/** Inserts the rows of a JSON array of arrays, in the order of the columns: each further statement of a transaction would prolong its locks. */
function insertFromJson({ name, columnTypes }: Parameters<Database['insertRows']>[0]): string {
  const names = columnTypes.map(({ column }) => column).join(', ')
  const values = columnTypes.map(({ type }, index) => `(fields ->> ${index})::${sqlTypes[type]}`).join(', ')
  return `INSERT INTO ${name} (${names}) SELECT ${values} FROM jsonb_array_elements(?::jsonb) AS fields`
}

const sqlTypes: Record<Table<object>['columnTypes'][number]['type'], string> = {
  text: 'text',
  integer: 'bigint',
  real: 'double precision',
}

/** As the value of a parameter would be stored: PostgreSQL rejects JSON with a NUL or with half of a surrogate pair. */
function inJson(value: SqlValue): SqlValue {
  return typeof value === 'string' ? value.replace(/\0|\p{Surrogate}/gu, '\uFFFD') : value
}

/** Chunks that are ranked for each word, and for all words together. A word that as many chunks have says little. */
const maxRanked = 500

/**
 * Goes after `FROM knowledge_chunks`. Words that few chunks have decide; the others only order chunks that these leave equal. Only some of the
 * chunks that have a frequent word are ranked, beside all those with a rare one.
 */
const bestMatches = `JOIN (
    WITH words AS (SELECT word FROM unnest(string_to_array(?, ' ')) AS word),
    sought AS (SELECT word, true AS "isWord" FROM words UNION ALL SELECT string_agg(word, ' & '), false FROM words),
    hits AS (SELECT word, "isWord", chunk_id FROM sought CROSS JOIN LATERAL (
      SELECT id AS chunk_id FROM knowledge_chunks AS chunk
      WHERE chunk.word_vector @@ to_tsquery('simple', word) AND chunk.base_id || '' = ? LIMIT ${maxRanked}) AS hit),
    counts AS (SELECT word, count(*) AS chunks FROM hits WHERE "isWord" GROUP BY word),
    queries AS (SELECT to_tsquery('simple', string_agg(word, ' | ')) AS every,
      to_tsquery('simple', string_agg(word, ' | ') FILTER (WHERE chunks < ${maxRanked})) AS rare FROM counts)
    SELECT DISTINCT chunk_id, every, coalesce(rare, every) AS rare FROM hits CROSS JOIN queries
  ) AS found ON found.chunk_id = knowledge_chunks.id
  ORDER BY ts_rank(word_vector, rare) DESC, ts_rank(word_vector, every) DESC, id`

/** JSON without escapes that no text of the database can store: NUL and lone surrogates. */
function storableJson(column: string): string {
  const replaced = `regexp_replace(${column}, '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\\\ufffd', 'gi')`
  return `CASE WHEN strpos(${column}, '\\u') = 0 THEN ${column} ELSE ${replaced} END`
}

/** The channel that all instances on a database listen to. */
export const channel = 'colloquy'

/** Notifies all of them once the transaction is committed. */
export const notify = 'SELECT pg_notify(?, ?)'

/** Notifies them of several changes, in their order. */
export const notifyAll = 'SELECT pg_notify(?, message) FROM unnest(?::text[]) AS message'

/** With an origin, which is a text without spaces, if that process already knows of the change. */
export function changeMessage(topic: Topic, id: string, origin?: string): string {
  return origin === undefined ? `${topic} ${id}` : `${topic} ${id} @${origin}`
}

export function readChange(message: string): { topic: Topic; id: string; origin?: string } {
  const end = message.indexOf(' ')
  const rest = message.slice(end + 1)
  const by = / @([^ ]+)$/.exec(rest)
  return {
    topic: message.slice(0, end) as Topic,
    id: by ? rest.slice(0, by.index) : rest,
    ...(by && { origin: by[1] as string }),
  }
}

/** The result of the work, and the changes that it announces. */
export interface Done<Result> {
  result: Result
  told: string[]
}

/** The row that the transaction locks first: its statement and key. Undefined if it begins with something else. */
function lockOf(work: () => Work<unknown>): string | undefined {
  const first = work().next()
  if (first.done || !first.value.sql.endsWith(' FOR NO KEY UPDATE')) return undefined
  return JSON.stringify([first.value.sql, first.value.values])
}

async function attemptTransaction<Result>(connection: PoolConnection, work: () => Work<Result>): Promise<Done<Result>> {
  await connection.exec('BEGIN')
  try {
    const done = await performAll(connection, work())
    await connection.exec('COMMIT')
    return done
  } catch (error) {
    // A connection on which the rollback fails is broken; it is discarded because of the first error.
    await connection.exec('ROLLBACK').catch(() => {})
    throw error
  }
}

/** Carries out the statements of a transaction that is under way. */
export async function performAll<Result>(connection: PoolConnection, work: Work<Result>): Promise<Done<Result>> {
  const told: string[] = []
  let step = work.next()
  while (!step.done) {
    const { sql, values } = step.value
    const outcome: StatementOutcome = await connection.run(sql, values.map(parameterOf))
    if (sql === notify) told.push(values[1] as string)
    step = work.next(outcome)
  }
  return { result: step.value, told }
}

/** PostgreSQL stores no NUL: replaces it, so that a search for a text with a NUL finds nothing. */
function parameterOf(value: Parameter): Parameter {
  return Array.isArray(value) ? value.map(storable) : storable(value)
}

const maxAttempts = 5
const uniqueViolation = '23505'
/** Another transaction came first; run again, the work finds out and returns the proper outcome. Deadlocks, too. */
const cameBetween = new Set([uniqueViolation, '40001', '40P01'])
