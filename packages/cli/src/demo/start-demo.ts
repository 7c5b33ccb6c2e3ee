import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { createClient } from '../client.js'
import { publishDemoBots } from './demo-bots.js'
import { openStandIns } from './stand-in-services.js'

/** Settings that the demo inherits; with others it could reach the data of an installation. */
const keptSettings = ['HOST', 'PORT', 'LOG_LEVEL'] as const

/**
 * Starts the service with stand-ins for the services that bots call, and publishes templates that use them. The data are in a folder for
 * this run only, which is removed when the demo ends.
 */
export async function startDemo(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'colloquy-demo-'))
  process.on('exit', () => remove(folder))
  const { url, entry } = await openStandIns()
  const token = randomBytes(32).toString('base64url')
  const { start } = await import('@colloquy/server')
  const origins = await originsOf(process.env)
  const address = await start({
    LOG_LEVEL: 'warn',
    ...Object.fromEntries(keptSettings.map((name) => [name, process.env[name]]).filter(([, value]) => value)),
    ...origins,
    COLLOQUY_DATA: folder,
    COLLOQUY_ADMIN_TOKEN: token,
    EGRESS_ALLOW: entry,
    ELEVENLABS_API_URL: `${url}/voice`,
    GOOGLE_API_URL: `${url}/google`,
    GOOGLE_OAUTH_URL: `${url}/google`,
  })
  const bots = await publishDemoBots(createClient({ url: address, token }), url)
  const width = Math.max(...bots.map(({ name }) => name.length))
  const chats = origins.COLLOQUY_CHAT_URL ?? address
  const lines = bots.map(({ name, publicId }) => `  ${name.padEnd(width)}  ${chats}/c/${publicId}`)
  console.log(`\nChat with bots that use a model, a voice, a spreadsheet and a calendar:\n\n${lines.join('\n')}\n`)
  console.log(`Open them in the builder: ${address}/#token=${token}`)
  console.log(`See the rows that they add to the spreadsheet: ${url}`)
  console.log('All services are stand-ins on this machine. Press Ctrl+C to end the demo; its data is deleted then.')
}

/**
 * Chats at another origin than the builder, so that the script of the calendar may run in their pages: both names lead to this machine.
 * With a host of the operator's choice there is one origin, and the calendar is a link.
 */
async function originsOf({ HOST, PORT }: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  if (HOST !== undefined) return {}
  const port = PORT === '0' ? await freePort() : (PORT ?? '3000')
  return { PORT: port, COLLOQUY_PUBLIC_URL: `http://localhost:${port}`, COLLOQUY_CHAT_URL: `http://127.0.0.1:${port}` }
}

async function freePort(): Promise<string> {
  const app = fastify()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  await app.close()
  return address.slice(address.lastIndexOf(':') + 1)
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    console.error(`Could not delete the data of the demo: ${folder}. Delete the folder. ${String(error)}`)
  }
}
