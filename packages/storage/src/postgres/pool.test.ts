import { createServer, type Socket } from 'node:net'
import { expect, inject, it } from 'vitest'
import { withClient } from '../testing/postgres-cluster.js'
import { Pool } from './pool.js'
import { isExtensible } from './wire/execution.js'

it('a connection that is terminated in the moment in which it is ready fails what it was for, and not the process', async () => {
  let asked = ''
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    // All in one piece, as it may arrive: the connection ends before the driver has reported it as open to anyone.
    socket.once('data', (startup) => {
      asked = startup.toString('latin1')
      socket.end(Buffer.concat([authenticated, ready, terminated]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const pool = new Pool({ url: `postgres://anybody@127.0.0.1:${port}/any`, size: 1, settings: { jit: 'off' } })
  for (let attempt = 0; attempt < 3; attempt++) await expect(pool.run('SELECT 1', [])).rejects.toThrow()
  await pool.close()
  await new Promise((resolve) => server.close(resolve))
  // Poolers reject startup parameters that they do not know.
  expect(asked).toContain('application_name')
  expect(asked).not.toContain('options')
})

it('settings hold on every connection', async () => {
  const pool = new Pool({ url: inject('postgres') as string, size: 2, settings: { enable_seqscan: 'off', jit: 'off' } })
  const shown =
    "SELECT current_setting('enable_seqscan') AS seqscan, current_setting('jit') AS jit, pg_backend_pid() AS pid"
  const rows = await Promise.all([1, 2].map(async () => (await pool.run(shown, [])).rows[0]))
  await pool.close()
  expect(new Set(rows.map((row) => row?.pid)).size).toBe(2)
  for (const row of rows) expect(row).toMatchObject({ seqscan: 'off', jit: 'off' })
})

it('a statement without an answer fails in time, and its connection is given up', async () => {
  const pool = new Pool({ url: inject('postgres') as string, size: 1, patience: 240 })
  const pid = async () => (await pool.run('SELECT pg_backend_pid() AS pid', [])).rows[0]?.pid
  const before = await pid()
  await expect(pool.run('SELECT pg_sleep(60)', [])).rejects.toThrow('did not answer in time')
  await expect(pool.ids('SELECT pg_sleep(60)::text', [])).rejects.toThrow('did not answer in time')
  expect(await pool.ids("SELECT 'an id'", [])).toEqual(['an id'])
  await pool.close()
  expect(before).toBeGreaterThan(0)
})

it.each([
  { isPlain: false, wrong: 'is not an integer' },
  { isPlain: true, wrong: 'invalid input syntax' },
])('ids are answered for values as they are, one or many, and what is wrong with them is said (%o)', async (how) => {
  const pool = new Pool({ url: inject('postgres') as string, size: 1, ...how })
  const columns = [
    ['text', ({ text }: { text: string | null }) => text],
    ['integer', ({ text }: { text: string | null }) => text?.length ?? null],
  ] as const
  const many = 'SELECT t || n FROM (SELECT unnest(?::text[]) AS t, unnest(?::bigint[]) AS n) AS given'
  const texts = ['', 'plain', 'ü\u{1f600}', 'a\0b', 'x'.repeat(100_000), null]
  const answered = texts.map((text) => text && `${text.replace('\0', '\uFFFD')}${text.length}`)
  const rows = texts.map((text) => ({ text }))
  expect(await pool.ids(many, [{ rows, columns }])).toEqual(answered.map((text) => (text === '' ? '0' : text)))
  const one = 'SELECT ?::text || ?::bigint'
  for (const [index, row] of rows.entries())
    expect(await pool.ids(one, [{ rows: [row], columns }])).toEqual([answered[index] === '' ? '0' : answered[index]])
  const broken = [['integer', () => 0.5]] as const
  await expect(pool.ids('SELECT ?::bigint', [{ rows: [{}], columns: broken }])).rejects.toThrow(how.wrong)
  await expect(pool.ids('SELECT 1 / 0', [])).rejects.toThrow('division by zero')
  expect(await pool.ids('SELECT 1', [])).toEqual(['1'])
  await pool.close()
})

it('a connection of a driver that lacks what the own wire uses of it is left to the driver', async () => {
  const pool = new Pool({ url: inject('postgres') as string, size: 1 })
  expect(await pool.use(async ({ client }) => isExtensible(client))).toBe(true)
  expect([{}, { connection: {} }, { connection: { parsedStatements: {} } }].some(isExtensible)).toBe(false)
  await pool.close()
})

it('a kept connection that ends while nothing is asked of it is replaced', async () => {
  const url = inject('postgres') as string
  const pool = new Pool({ url, size: 1 })
  const pid = async () => (await pool.ids('SELECT pg_backend_pid()::text', []))[0] as string
  const first = await pid()
  expect(await pid()).toBe(first)
  await withClient(url, async (client) => {
    await client.query('SELECT pg_terminate_backend($1::int)', [first])
    const isThere = async () =>
      (await client.query('SELECT FROM pg_stat_activity WHERE pid = $1::int', [first])).rowCount
    await expect.poll(isThere, { timeout: 20_000 }).toBe(0)
  })
  await expect.poll(() => pid().catch(() => first), { timeout: 20_000 }).not.toBe(first)
  await pool.close()
})

/** A message of PostgreSQL's protocol: its kind, its length, and its content. */
function message(kind: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

const authenticated = message('R', Buffer.from([0, 0, 0, 0]))
const ready = message('Z', Buffer.from('I'))
const terminated = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0'))
