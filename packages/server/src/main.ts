import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openSqlite } from '@colloquy/storage'
import { buildApp } from './app.js'
import { ConfigError, readConfig } from './config.js'
import { ensureFirstOwner } from './first-owner.js'
import { createMetrics } from './metrics.js'
import { stopOnSignals } from './stop-on-signals.js'

/** Runs the service until it is told to end. */
export async function main(env: Record<string, string | undefined> = process.env): Promise<void> {
  const config = readConfig(env)
  const metrics = createMetrics()
  const storage = await openSqlite({
    folder: config.dataFolder,
    onCommit: metrics.commit,
    onFatal: (error) => {
      process.stderr.write(`The storage has failed: ${error.message}\n`)
      process.exit(1)
    },
  })
  const token = await ensureFirstOwner(storage, config, Date.now())
  const app = await buildApp({ storage, config, metrics })
  const address = await app.listen({ port: config.port, host: config.host })
  const link = config.publicUrl ?? address
  process.stdout.write(`Colloquy is ready at ${link}\n`)
  if (token) process.stdout.write(`Sign in: ${link}/#token=${token}\nAPI token: ${token}\n`)

  stopOnSignals(app, storage)
}

/** Starts, or says in one line why it cannot. */
export async function start(): Promise<void> {
  try {
    await main()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(error instanceof ConfigError ? 2 : 1)
  }
}

/** Node resolves links for the module, but not for the command line: the folder may be a link. */
const isProgram = process.argv[1] !== undefined && fileURLToPath(import.meta.url) === realpathSync(process.argv[1])
if (isProgram) await start()
