import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { catchMail } from '@colloquy/test-kit/mail-catcher'

const largeAnswer = Buffer.from(JSON.stringify({ text: 'x'.repeat(4_900_000) }))
const slowMs = 60_000
const slowMailMs = 3_000

/**
 * Servers that flows of the hostile author call: `/large` answers much, `/slow` answers late, tunnels are rejected; and a slow mail server.
 */
export async function startHostileServers() {
  const web = createServer((request, response) => {
    if (request.url === '/slow') setTimeout(() => response.end('{}'), slowMs).unref()
    else if (request.url?.startsWith('/large')) response.setHeader('content-type', 'application/json').end(largeAnswer)
    else response.setHeader('content-type', 'application/json').end('{}')
  })
  web.on('connect', (_, socket) =>
    socket.on('error', () => {}).end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
  )
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const mail = await catchMail('', {
    onData(stream, _session, done) {
      stream.resume().once('end', () => setTimeout(done, slowMailMs))
    },
  })
  return { webPort: (web.address() as AddressInfo).port, mailPort: mail.port }
}
