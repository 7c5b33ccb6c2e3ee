import { createServer, type Socket } from 'node:net'
import { expect, inject, it } from 'vitest'
import { Pool } from './pool.js'

it('a connection that is terminated in the moment in which it is ready fails what it was for, and not the process', async () => {
  let asked = ''
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    // In one piece, as it may arrive: who it is for has not been told yet when it is gone.
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
  // What poolers do not know in a start they refuse.
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

/** A message of PostgreSQL's protocol: its kind, its length, what is in it. */
function message(kind: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

const authenticated = message('R', Buffer.from([0, 0, 0, 0]))
const ready = message('Z', Buffer.from('I'))
const terminated = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0'))
