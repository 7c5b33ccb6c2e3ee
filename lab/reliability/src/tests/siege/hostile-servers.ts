import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { catchMail } from '@colloquy/test-kit/mail-catcher'
import { answerHostilely } from './hostile-answers.js'

const slowMailMs = 3_000

/** Servers that the hostile author uses: web sites, models, servers of tools and proxies at one port, and a slow mail server. */
export async function startHostileServers() {
  const web = createServer(answerHostilely)
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
