/**
 * Runs services as they are built, side by side or one after the other. `hostOf` in `@colloquy/test-kit/program-host` starts it: to load the
 * service anew for each file of tests takes a second of processor time.
 */
import { buildApp, ensureFirstOwner, readConfig } from '@colloquy/server'
import { openSqlite } from '@colloquy/storage'

const services = new Map()

/** Port of the service that ended last. A browser keeps compiled scripts from this port. */
let freePort = 0

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
  const usual = port === 0 ? freePort : port
  freePort = 0
  const url = await app.listen({ port: usual, host }).catch((error) => {
    // Meanwhile another process has it.
    if (port !== 0) throw error
    return app.listen({ port, host })
  })
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
  freePort = Number(new URL(url).port)
}
