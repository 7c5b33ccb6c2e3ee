/**
 * The service with its hosts apart: the public address at bots.localhost, chats at chats.localhost, and custom domains that are all
 * aliases of ours, so that each is verified when asked. For trials in a browser, which finds such names without a name server.
 */
import { openSqlite } from '@colloquy/storage'
import { buildApp } from '../app.js'
import { readConfig } from '../config.js'
import { ensureFirstOwner } from '../first-owner.js'
import { stopOnSignals } from '../stop-on-signals.js'

const config = readConfig(process.env)
const storage = await openSqlite({ folder: config.dataFolder })
await ensureFirstOwner(storage, config, Date.now())
const dns = {
  txt: async () => ({ kind: 'unknown name' }) as const,
  cname: async () => ({ kind: 'records' as const, values: ['bots.localhost'] }),
}
const app = await buildApp({ storage, config, dns })
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = new URL(address)
Object.assign(config, { publicUrl: `http://bots.localhost:${port}`, chatUrl: `http://chats.localhost:${port}` })
stopOnSignals(app, storage)
process.stdout.write(`Colloquy is ready at ${address}\n`)
