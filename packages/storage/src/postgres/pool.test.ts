import { createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { Pool } from './pool.js'

it('a connection that is terminated in the moment in which it is ready fails what it was for, and not the process', async () => {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    // In one piece, as it may arrive: who it is for has not been told yet when it is gone.
    socket.once('data', () => socket.end(Buffer.concat([authenticated, ready, terminated])))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const pool = new Pool({ url: `postgres://anybody@127.0.0.1:${port}/any`, size: 1 })
  for (let attempt = 0; attempt < 3; attempt++) await expect(pool.run('SELECT 1', [])).rejects.toThrow()
  await pool.close()
  await new Promise((resolve) => server.close(resolve))
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
