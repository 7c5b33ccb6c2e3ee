import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '../client.js'
import { publishDemoBots } from './demo-bots.js'
import { openStandIns } from './stand-in-services.js'

/**
 * Starts the service with stand-ins for the services that bots call, and publishes bots that use them. Its data are in a folder of its own,
 * which goes when the demo ends, so that it never touches the data of an installation.
 */
export async function startDemo(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'colloquy-demo-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const standIns = await openStandIns()
  const token = randomBytes(32).toString('base64url')
  const { url } = standIns
  delete process.env.DATABASE_URL
  Object.assign(process.env, {
    COLLOQUY_DATA: folder,
    COLLOQUY_ADMIN_TOKEN: token,
    COLLOQUY_WORKERS: '1',
    EGRESS_ALLOW: [process.env.EGRESS_ALLOW, standIns.entry].filter(Boolean).join(','),
    ELEVENLABS_API_URL: `${url}/voice`,
    GOOGLE_API_URL: `${url}/google`,
    GOOGLE_OAUTH_URL: `${url}/google`,
  })
  const { readConfig, start } = await import('@colloquy/server')
  await start()
  const address = `http://127.0.0.1:${readConfig(process.env).port}`
  const bots = await publishDemoBots(createClient({ url: address, token }), url)
  const width = Math.max(...bots.map(({ name }) => name.length))
  const lines = bots.map(({ name, publicId }) => `  ${name.padEnd(width)}  ${address}/c/${publicId}`)
  console.log(`\nTalk to bots that use models, a voice, a spreadsheet and a calendar:\n\n${lines.join('\n')}\n`)
  console.log(`Open them in the builder: ${address}/#token=${token}`)
  console.log(`See the rows that they add to the spreadsheet: ${url}`)
  console.log('All services are stand-ins on this machine. Press Ctrl+C to end the demo; nothing of it is kept.')
}
