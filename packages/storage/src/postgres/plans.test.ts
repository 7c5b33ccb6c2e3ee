import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { botStore } from '../bots/bot-stores.js'
import { conversationStore } from '../conversations/conversation-store.js'
import { deliveryStore } from '../deliveries/delivery-store.js'
import { notificationStore } from '../notifications/notification-store.js'
import { answerSummaryStore } from '../results/answer-summary-store.js'
import { resultStore } from '../results/result-store.js'
import { sessionReads } from '../sessions/session-reads.js'
import type { TurnCommit } from '../sessions/sessions.js'
import { createDatabase, withClient } from '../testing/postgres-cluster.js'
import { commit, seed } from '../testing/rows.js'
import { openPostgres, turnSettings } from './open-postgres.js'
import { Pool } from './pool.js'
import { postgresDatabase } from './postgres-database.js'
import { sessionTurns } from './session-turns.js'
import { arrayValue } from './wire/array-value.js'
import { isOne, type Rows } from './wire/statement-rows.js'

/** Results, each with a session of three turns and three answers; with COLLOQUY_RESULTS=1000000 by hand, times are printed. */
const count = Number(process.env.COLLOQUY_RESULTS ?? 20_000)
const large = ['answers', 'logs', 'results', 'sessions', 'turns', 'visited_edges']
const first = 1_000_000
const middle = first + Math.floor(count / 2)
const idAt = (time: number) => `m${time}`

describe(`plans over ${count} results`, () => {
  let pool: Pool
  beforeAll(async () => {
    const url = await createDatabase(inject('postgres') as string)
    const storage = await openPostgres({ url })
    await seed(storage)
    await storage.close()
    await withClient(url, (client) => client.query(filling))
    pool = new Pool({ url, size: 2 })
  }, 900_000)
  afterAll(() => pool.close())

  const explainingStores = () => {
    const { explained, plans } = explaining(pool)
    const database = postgresDatabase(explained)
    const sessions = { ...sessionReads(database), ...sessionTurns(explained, {}) }
    const answerSummary = answerSummaryStore(database)
    const conversations = conversationStore(database)
    return { plans, results: resultStore(database), sessions, bots: botStore(database), answerSummary, conversations }
  }

  it.each<[string, (stores: ReturnType<typeof explainingStores>) => Promise<unknown>]>([
    ['the newest results of a bot', ({ results }) => results.list('w1', 'b1', { limit: 51, bytes: 1_000_000 })],
    [
      'a page of results from the middle',
      ({ results }) =>
        results.list('w1', 'b1', { before: { createdAt: middle, id: idAt(middle) }, limit: 51, bytes: 1_000_000 }),
    ],
    [
      'the results of a time',
      ({ results }) => results.list('w1', 'b1', { from: middle, to: middle + 40, limit: 51, bytes: 1_000_000 }),
    ],
    ['one result', ({ results }) => results.get('w1', 'b1', idAt(middle))],
    [
      'the answers of a page of results',
      ({ results }) => results.answers(Array.from({ length: 51 }, (_, index) => idAt(middle + index))),
    ],
    [
      'the logs of a result',
      ({ results }) =>
        results.logs('w1', 'b1', idAt(middle), { limit: 100, bytes: 1_000_000, after: { createdAt: 1, number: 0 } }),
    ],
    ['the edges of a result', ({ results }) => results.visitedEdges(idAt(middle))],
    ['the opening of a session', ({ sessions }) => sessions.open(idAt(middle), 'key1')],
    [
      'the sessions of a result',
      ({ sessions }) => sessions.idsOfResult({ id: idAt(middle), workspaceId: 'w1', lastChatSessionId: idAt(middle) }),
    ],
    ['the latest turns of a session', ({ sessions }) => sessions.latestTurns(idAt(middle), { count: 2, bytes: 1_000 })],
    ['the transcript of a session', ({ sessions }) => sessions.turns(idAt(middle))],
    ['the preview that was used last', ({ sessions }) => sessions.latestPreview('w1', 'b1', 0)],
    [
      'the running sessions of a bot on other releases',
      ({ sessions }) =>
        sessions.listOnOtherReleases('w1', 'b1', 'rel2', {
          after: { expiresAt: middle, id: idAt(middle) },
          limit: 100,
        }),
    ],
    [
      'the conversations that run with bots',
      ({ conversations }) =>
        conversations.listLive('w1', ['b1', 'b2'], { since: middle, expiresAfter: middle, limit: 50 }),
    ],
    ['the sessions to expire', ({ sessions }) => sessions.removeExpired(first + 1_100, 50)],
    ['the results that grew old', ({ results }) => results.deleteOlder(first, 200)],
    ['the questions whose time has passed', ({ sessions }) => sessions.takeUnanswered(middle, first, 24, ['w2'])],
    ['the next question whose time passes', ({ sessions }) => sessions.nextNoAnswerAt(['w2'])],
    ['the bots of a folder', ({ bots }) => bots.list('w1', { folderId: 'f1' })],
    ['the saving of a turn', ({ sessions }) => sessions.commit(nextTurn())],
  ])('%s: by an index, without sorting more than is asked for', async (_, use) => {
    const stores = explainingStores()
    await use(stores)
    expect(stores.plans).not.toEqual([])
    for (const node of stores.plans.flatMap(nodesOf)) {
      const isLarge = large.includes(node['Relation Name'] ?? '')
      expect(isLarge && node['Node Type'] === 'Seq Scan', JSON.stringify(node)).toBe(false)
      if (node['Node Type'] === 'Sort') expect(node['Plan Rows'], JSON.stringify(node)).toBeLessThan(2_000)
    }
  })

  it('a part of the summary of answers reads the answers of its own results, however many others there are', async () => {
    const { plans, answerSummary } = explainingStores()
    const span = { workspaceId: 'w1', botId: 'b1' }
    const { next, results } = await answerSummary.page(span, ['in1'])
    expect(results).toBeGreaterThan(0)
    await answerSummary.listTexts({ ...span, ...(next !== undefined && { from: next }) }, ['in1'], 5)
    const reads = plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'answers')
    expect(reads.length).toBeGreaterThan(2)
    for (const node of reads) expect(node['Index Cond'], JSON.stringify(node)).toContain('result_id = ')
  })

  it('the bots of a messaging account are found by the index of those with channels', async () => {
    await pool.use((connection) => connection.exec(manyBots))
    const { plans, bots } = explainingStores()
    await bots.listOfAccount('w1', 'c1')
    const reads = plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'bots')
    expect(reads.map((node) => node['Index Name'])).toEqual(['bots_with_channels'])
  })
})

describe('plans over 20,000 notifications and deliveries', () => {
  let pool: Pool
  beforeAll(async () => {
    const url = await createDatabase(inject('postgres') as string)
    const storage = await openPostgres({ url })
    await seed(storage)
    await storage.close()
    await withClient(url, (client) => client.query(manyNotifications))
    pool = new Pool({ url, size: 2 })
  }, 900_000)
  afterAll(() => pool.close())
  type Store = ReturnType<typeof notificationStore>

  it.each<[string, (store: Store, deliveries: ReturnType<typeof deliveryStore>) => Promise<unknown>]>([
    ['the notifications of a person', (store) => store.list('u1', 'b1')],
    ['one notification', (store) => store.get('rule77')],
    ['the events that are reported of a bot', (store) => store.events('b2')],
    ['the time of the next notification', (store) => store.nextDueAt()],
    ['the taking of a notification', (store) => store.take(10, 20)],
    ['the results that a notification reports', (store) => store.due('rule77', 500)],
    ['the change of a notification', (store) => store.update('rule77', 'u1', ruleChange, () => 1)],
    ['the removal of a notification', (store) => store.delete('rule78', 'u1')],
    ['the time of the next delivery', (_, deliveries) => deliveries.nextDueAt(['w2'])],
  ])('%s: by an index', async (_, use) => {
    const { explained, plans } = explaining(pool)
    const database = postgresDatabase(explained)
    await use(notificationStore(database), deliveryStore(database))
    expect(plans).not.toEqual([])
    for (const node of plans.flatMap(nodesOf)) {
      const isLarge = ['notification_rules', 'due_notices', 'notices', 'deliveries'].includes(
        node['Relation Name'] ?? '',
      )
      const isWhole = isLarge && node['Node Type'] === 'Seq Scan'
      expect(isWhole, JSON.stringify(node)).toBe(false)
    }
  })
})

const ruleChange = {
  event: 'failed',
  channel: 'email',
  frequency: 'daily',
  timeZone: 'UTC',
  filter: null,
  url: null,
} as const
const manyNotifications = `
  INSERT INTO notification_rules (id, bot_id, user_id, event, channel, frequency, time_zone, created_at, due_at, leased_until)
    SELECT 'rule' || at, CASE WHEN at = 77 THEN 'b2' ELSE 'b1' END, CASE WHEN at < 100 THEN 'u1' ELSE 'u2' END, 'completed', 'email', 'now',
      'UTC', at, CASE WHEN at % 100 = 0 THEN at + 5 END, 0 FROM generate_series(1, 20000) AS at;
  INSERT INTO notices (id, workspace_id, bot_id, result_id, event, cause, created_at)
    SELECT 'n' || at, 'w1', 'b1', 'r' || at, 'completed', '', at FROM generate_series(1, 20000) AS at;
  INSERT INTO due_notices (rule_id, workspace_id, subject, result_id, count, created_at)
    SELECT 'rule' || at, 'w1', 'r' || at, 'r' || at, 1, at FROM generate_series(1, 20000) AS at;
  INSERT INTO deliveries (id, workspace_id, bot_id, result_id, block_id, kind, payload, state, due_at, created_at)
    SELECT 'd' || at, 'w1', 'b1', 'r' || at, 'b', 'http', '', CASE WHEN at % 100 = 0 THEN 'waiting' ELSE 'delivered' END, at, at
    FROM generate_series(1, 20000) AS at;
  ANALYZE`

it('a list of the inbox of one channel reads past no conversation of another', async () => {
  const url = await createDatabase(inject('postgres') as string)
  await withClient(url, (client) => client.query(manyConversations))
  const pool = new Pool({ url, size: 2 })
  const { explained, plans } = explaining(pool)
  await conversationStore(postgresDatabase(explained)).listInbox(
    'w1',
    { state: 'open', channel: 'telegram' },
    { limit: 51 },
  )
  await pool.close()
  const indexes = plans.flatMap(nodesOf).flatMap((node) => node['Index Name'] ?? [])
  expect(indexes).toEqual(['conversations_of_channel'])
})

const manyConversations = `
  SET session_replication_role = replica;
  INSERT INTO conversations (session_id, workspace_id, bot_id, channel, state, last_text, last_at, opened_at)
    SELECT 's' || at, 'w1', 'b1', CASE WHEN at % 1000 = 0 THEN 'telegram' ELSE 'web' END, 'open', '', at, at FROM generate_series(1, 20000) AS at;
  ANALYZE`

describe('plans that were made for an empty database, which stay', () => {
  const sessions = Array.from({ length: 12 }, (_, index) => `s${index}`)
  const turnOf = (sessionId: string, version: number): TurnCommit => ({
    ...commit(version, { sessionId, resultId: `r-${sessionId}` }),
    keptUploads: [`u-${sessionId}`],
  })
  const commitAll = (turns: ReturnType<typeof sessionTurns>, given: readonly TurnCommit[]) =>
    Promise.all(given.map((one) => turns.commit(one)))

  it.each<[string, (turns: ReturnType<typeof sessionTurns>) => Promise<unknown>]>([
    ['the opening of a session', (turns) => turns.open('s1', 'key1')],
    ['the opening of several sessions', (turns) => Promise.all(sessions.map((id) => turns.open(id, 'key1')))],
    ['the saving of a first turn', (turns) => turns.commit(commit(1))],
    ['the saving of a turn to a result of another one', (turns) => turns.commit({ ...commit(1), results: [] })],
    [
      'the saving of several first turns',
      (turns) =>
        commitAll(
          turns,
          sessions.map((id) => turnOf(id, 1)),
        ),
    ],
    ['the saving of a later turn', (turns) => turns.commit(turnOf('s1', 2))],
    [
      'the saving of several later turns',
      (turns) =>
        commitAll(
          turns,
          sessions.map((id) => turnOf(id, 2)),
        ),
    ],
    [
      'the saving of first and later turns, with rows for results of others',
      (turns) =>
        commitAll(
          turns,
          sessions.map((id, index) => ({ ...turnOf(id, 1 + (index % 2)), results: [] })),
        ),
    ],
  ])('%s: every row by its key', async (_, use) => {
    const url = await createDatabase(inject('postgres') as string)
    const storage = await openPostgres({ url })
    await seed(storage)
    await storage.close()
    const pool = new Pool({ url, size: 1, settings: turnSettings })
    const { explained, plans } = explaining(pool)
    await use(sessionTurns(explained, {}))
    await pool.close()
    const indexes = await columnsOfIndexes(url)
    const found = plans.flatMap(nodesOf).filter((node) => / Scan$/.test(node['Node Type']) && 'Index Name' in node)
    expect(found.length).toBeGreaterThan(2)
    // An environment is found by its bot and release, and a removal by the kind and id of its owner.
    const byKey = /(?<!\w)(id|session_id|result_id) = |bot_id = .* AND \(release_id = |kind = .* AND \(owner_id = /
    const isWhole = ({ 'Relation Name': table, 'Index Cond': condition }: Plan) =>
      table === 'removals' && condition === undefined
    // One statement asks whether anything is being deleted at all, and the first row answers.
    for (const node of found.filter((node) => !isWhole(node))) {
      const condition = node['Index Cond'] ?? ''
      expect(condition, JSON.stringify(node)).toMatch(byKey)
      // A column after one that is not compared does not narrow what is read.
      const compared = Array.from(condition.matchAll(/\((\w+) (?:=|IS NOT NULL)/g), ([, column]) => column)
      const columns = indexes.get(node['Index Name'] as string)
      expect(columns?.slice(0, compared.length).toSorted(), JSON.stringify(node)).toEqual(compared.toSorted())
    }
  })
})

/** The columns of each index by its name, in their order. */
async function columnsOfIndexes(url: string): Promise<Map<string, string[]>> {
  const sql = `SELECT index.indexrelid::regclass::text AS name, array_agg(attname::text ORDER BY position) AS columns
    FROM pg_index AS index, unnest(indkey) WITH ORDINALITY AS part (number, position), pg_attribute
    WHERE attrelid = indrelid AND attnum = part.number AND indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
    GROUP BY indexrelid`
  const { rows } = await withClient(url, (client) => client.query<{ name: string; columns: string[] }>(sql))
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

function nextTurn() {
  return commit(2, { sessionId: idAt(middle), resultId: idAt(middle), number: 4, key: 'key4' })
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Plan Rows': number
  'Index Cond'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

/** The pool, and the plan of each statement that goes through it. */
function explaining(pool: Pool): { explained: Pool; plans: Plan[] } {
  const plans: Plan[] = []
  const explain = async <Outcome>(
    runner: Pick<Pool, 'run'>,
    sql: string,
    values: readonly unknown[],
    perform: () => Promise<Outcome>,
  ) => {
    const { rows } = await runner.run(`EXPLAIN (FORMAT JSON) ${sql}`, values)
    const [explanation] = rows[0]!['QUERY PLAN'] as [{ Plan: Plan }]
    plans.push(explanation.Plan)
    const began = performance.now()
    const outcome = await perform()
    const milliseconds = (performance.now() - began).toFixed(1)
    if (process.env.COLLOQUY_RESULTS) process.stdout.write(`${milliseconds} ms: ${expect.getState().currentTestName}\n`)
    return outcome
  }
  const explained: Pick<Pool, 'run' | 'ids' | 'use'> = {
    run: (sql, values) => explain(pool, sql, values, () => pool.run(sql, values)),
    ids: (sql, given) => explain(pool, sql, given.flatMap(valuesOf), () => pool.ids(sql, given)),
    use: (work) =>
      pool.use((connection) => {
        const run: typeof connection.run = (sql, values) =>
          explain(connection, sql, values, () => connection.run(sql, values))
        return work({ run, exec: (sql) => connection.exec(sql) } as typeof connection)
      }),
  }
  return { explained: explained as Pool, plans }
}

/** As the driver takes them. */
function valuesOf(given: Rows): unknown[] {
  const { rows, columns } = given as { rows: readonly never[]; columns: Rows['columns'] }
  return columns.map(([type, read]) => (isOne(given) ? read(rows[0] as never) : arrayValue(type, rows, read)))
}

const times = `generate_series(${first}, ${first + count - 1}) AS at`
const filling = `
  INSERT INTO results (id, workspace_id, bot_id, created_at, updated_at, has_started, is_completed, is_deleted, variables)
    SELECT 'm' || at, 'w1', 'b1', at, at, 1, 0, 0, '[]' FROM ${times};
  INSERT INTO sessions (id, workspace_id, bot_id, release_id, result_id, version, created_at, updated_at, expires_at, state)
    SELECT 'm' || at, 'w1', 'b1', 'release', 'm' || at, 1, at, at, at + 1000, '{}' FROM ${times};
  INSERT INTO answers (result_id, number, workspace_id, block_id, group_id, content, storage_used, created_at)
    SELECT 'm' || at, number, 'w1', 'b', 'g', 'Hi', 0, at FROM ${times}, generate_series(1, 3) AS number;
  INSERT INTO turns (session_id, number, workspace_id, key, request_hash, status, created_at, request, answer)
    SELECT 'm' || at, number, 'w1', 'key' || number, '', 200, at, '{}', '{}' FROM ${times}, generate_series(1, 3) AS number;
  INSERT INTO logs (result_id, number, workspace_id, id, status, description, created_at)
    SELECT 'm' || at, 1, 'w1', 'l' || at, 'info', 'x', at FROM ${times};
  INSERT INTO visited_edges SELECT 'm' || at, 0, 'w1', 'e' FROM ${times};
  ANALYZE`

/** Bots of the workspace, a few of them with channels. */
const manyBots = `
  INSERT INTO bots SELECT copies.* FROM bots, generate_series(1, 3000) AS at,
    jsonb_populate_record(bots, jsonb_build_object('id', 'bot' || at, 'public_id', null,
      'channels', CASE WHEN at % 500 = 0 THEN '[{"credentialsId":"c1"}]' ELSE '[]' END)) AS copies WHERE bots.id = 'b1';
  ANALYZE bots`
