/**
 * Runs services as they are built, side by side or one after the other. `hostOf` in `@colloquy/test-kit/program-host` starts it: to load the
 * service anew for each file of tests takes a second of processor time.
 */
import { buildApp, ensureFirstOwner, readConfig } from '@colloquy/server'
import { openSqlite } from '@colloquy/storage'

const services = new Map()

process.on('message', async ({ id, start, stop }) => {
  try {
    process.send({ id, url: start ? await begin(start) : await end(stop) })
  } catch (error) {
    process.send({ id, error: error.stack })
  }
})
process.on('disconnect', () => process.exit())

/** Starts a service with these settings; resolves to its address. */
async function begin(settings) {
  const config = readConfig(settings)
  const { dataFolder: folder, limits: quotas, port, host } = config
  const storage = await openSqlite({ folder, quotas, batchBytes: quotas.storageBatchBytes, isDurable: false })
  await ensureFirstOwner(storage, config, Date.now())
  const app = await buildApp({ storage, config })
  const url = await app.listen({ port, host })
  services.set(url, { app, storage })
  return url
}

/** Ends it at once, whatever it still has to answer. */
async function end(url) {
  const { app, storage } = services.get(url)
  services.delete(url)
  app.server.closeAllConnections()
  await app.close()
  await storage.close()
}
