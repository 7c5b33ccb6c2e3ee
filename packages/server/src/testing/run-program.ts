import { openSqlite, type Storage } from '@colloquy/storage'
import { ensureFirstOwner } from '../access/first-owner.js'
import { type App, type AppOptions, buildApp } from '../app.js'
import { type Config, readConfig } from '../config/config.js'
import { stopOnSignals } from '../process/stop-on-signals.js'

/** Runs the service as a separate program, configured by its environment, with replaced ports and additional routes of the test. */
export async function runProgram(
  replaced: (of: { storage: Storage; config: Config }) => Partial<AppOptions>,
  add: (app: App) => void = () => {},
) {
  const config = readConfig(process.env)
  const storage = await openSqlite({ folder: config.dataFolder, isDurable: false })
  await ensureFirstOwner(storage, config, Date.now())
  const app = await buildApp({ storage, config, ...replaced({ storage, config }) })
  add(app)
  const address = await app.listen({ port: config.port, host: '127.0.0.1' })
  stopOnSignals(app, storage)
  return { config, address, announce: () => process.stdout.write(`Colloquy is ready at ${address}\n`) }
}
