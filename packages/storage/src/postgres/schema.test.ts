import { beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabase, withClient } from '../testing/postgres-cluster.js'
import { commit, seed } from '../testing/rows.js'
import { openPostgres } from './open-postgres.js'

const cluster = inject('postgres') as string

/** All that a turn writes to, and what waits for one. */
const ofConversations = [
  'answers',
  'conversation_messages',
  'conversation_words',
  'conversations',
  'correspondents',
  'deliveries',
  'due_notices',
  'exposures',
  'held_webhooks',
  'inbox',
  'logs',
  'notices',
  'rejections',
  'results',
  'sent_messages',
  'sessions',
  'turns',
  'uploads',
  'visited_edges',
]
/** Few rows, kept whole on every machine: conversations refer to them by id alone. */
const keptEverywhere = [
  'bots',
  'experiments',
  'credentials',
  'folders',
  'members',
  'notification_rules',
  'releases',
  'tokens',
  'users',
  'workspaces',
]

describe('the schema', () => {
  let url: string
  beforeAll(async () => {
    url = await createDatabase(cluster)
  })
  const query = (sql: string) => withClient(url, async (client) => (await client.query(sql)).rows)

  it('has the workspace in every table of a conversation, and in each of its unique keys', async () => {
    const withOwner = await query(`
      SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name IN ('session_id', 'result_id')
      UNION SELECT unnest(ARRAY['results', 'sessions']) ORDER BY name`)
    expect(withOwner.map(({ name }) => name)).toEqual(ofConversations)
    const unique = await query(`
      SELECT relation.relname AS name, index.indexrelid::regclass::text AS index,
        array(SELECT attname::text FROM pg_attribute WHERE attrelid = index.indexrelid) AS columns
      FROM pg_index AS index JOIN pg_class AS relation ON relation.oid = index.indrelid
      WHERE index.indisunique AND relation.relnamespace = 'public'::regnamespace`)
    const ofTheirs = unique.filter(({ name }) => ofConversations.includes(name))
    expect(new Set(ofTheirs.map(({ name }) => name)).size).toBe(ofConversations.length)
    for (const { index, columns } of ofTheirs) expect(columns, index).toContain('workspace_id')
  })

  it('compresses long texts by LZ4, also those of a database that an earlier version created', async () => {
    const notByLz4 = () =>
      query(`SELECT attrelid::regclass::text AS name, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
          AND attstorage = 'x' AND attcompression <> 'l'`)
    expect(await notByLz4()).toEqual([])
    await query('ALTER TABLE sessions ALTER COLUMN state SET COMPRESSION pglz')
    expect(await notByLz4()).toHaveLength(1)
    const storage = await openPostgres({ url })
    await storage.close()
    expect(await notByLz4()).toEqual([])
  })

  it('refers from conversations only within a workspace, or to what is kept everywhere', async () => {
    const references = await query(`
      SELECT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to",
        array(SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey)) AS columns
      FROM pg_constraint WHERE contype = 'f'`)
    const ofTheirs = references.filter(({ from }) => ofConversations.includes(from))
    expect(ofTheirs.map(({ from, to }) => `${from} ${to}`).sort()).toEqual([
      'conversation_messages sessions',
      'conversation_words sessions',
      'conversations sessions',
      'correspondents workspaces',
      'deliveries bots',
      'due_notices notification_rules',
      'exposures experiments',
      'held_webhooks sessions',
      'inbox workspaces',
      'notices bots',
      'results bots',
      'sent_messages sessions',
      'sessions bots',
    ])
    for (const { from, to, columns } of ofTheirs) {
      if (ofConversations.includes(to)) expect(columns, from).toContain('workspace_id')
      else expect(keptEverywhere).toContain(to)
    }
  })

  it('deletes what belongs to a session or a result with it, as if it referred to it', async () => {
    const owners = [
      ['sessions', 'session_id', ['turns']],
      ['results', 'result_id', ['answers', 'logs', 'rejections', 'visited_edges']],
    ] as const
    const storage = await openPostgres({ url })
    await seed(storage)
    const rejections = [{ resultId: 'r1', blockId: 'b', createdAt: 1 }]
    for (const id of ['1', '2'])
      await storage.sessions.commit({ ...commit(1, { sessionId: `s${id}`, resultId: `r${id}` }), rejections: [] })
    await storage.sessions.commit({ ...commit(2, { sessionId: 's1', resultId: 'r1' }), rejections })
    await storage.close()
    for (const [owner, column, tables] of owners) {
      const count = (id: string) =>
        query(tables.map((it) => `SELECT count(*) FROM ${it} WHERE ${column} = '${owner[0]}${id}'`).join(' UNION ALL '))
      expect(
        (await count('1')).every((row) => row.count > 0),
        owner,
      ).toBe(true)
      const others = await count('2')
      await query(`DELETE FROM ${owner} WHERE id = '${owner[0]}1'`)
      expect(
        (await count('1')).map((row) => Number(row.count)),
        owner,
      ).toEqual(tables.map(() => 0))
      expect(await count('2'), owner).toEqual(others)
    }
  })

  it.each([
    ['results', 'id'],
    ['answers', 'result_id'],
    ['logs', 'result_id'],
    ['visited_edges', 'result_id'],
    ['turns', 'session_id'],
  ])('lets %s be partitioned by the time in %s, and reads one partition for one id', async (table, column) => {
    const rows = await query(`
      CREATE TABLE ${table}_parted (LIKE ${table} INCLUDING ALL) PARTITION BY RANGE (${column});
      CREATE TABLE ${table}_early PARTITION OF ${table}_parted FOR VALUES FROM (MINVALUE) TO ('mi');
      CREATE TABLE ${table}_late PARTITION OF ${table}_parted FOR VALUES FROM ('mi') TO (MAXVALUE)`).then(() =>
      query(`EXPLAIN SELECT * FROM ${table}_parted WHERE ${column} = 'mha'`),
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain(`${table}_early`)
    expect(plan).not.toContain(`${table}_late`)
  })
})
