import cluster from 'node:cluster'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { goBeforeHelpers } from '@colloquy/ports/threads'
import { openPostgres, openSqlite, type Storage } from '@colloquy/storage'
import { ensureFirstOwner } from './access/first-owner.js'
import { buildApp } from './app.js'
import { type Config, ConfigError, readConfig, unknownSettings } from './config/config.js'
import { makeDataFolder } from './config/data-folder.js'
import { createMetrics, type Metrics } from './observability/metrics.js'
import { logWarnings, openProcessLog, type ProcessLog } from './observability/process-log.js'
import { checkNotifications } from './process/check-notifications.js'
import { collectAtRest } from './process/collect-at-rest.js'
import { CrashGuard, type CrashGuardOptions } from './process/crash-guard.js'
import { collectInOwnThread, keepHeapSmall } from './process/keep-heap-small.js'
import { returnFreeMemory } from './process/return-memory.js'
import { isLasting, startFailure } from './process/start-failure.js'
import { stopOnSignals } from './process/stop-on-signals.js'
import { superviseWorkers } from './process/supervise-workers.js'

type Environment = Record<string, string | undefined>

/** Runs the service until it receives a signal to stop; resolves to its address. Throws an error for the operator if it cannot start. */
export async function main(env: Environment = process.env): Promise<string> {
  const config = readConfig(env)
  const log = openProcessLog(config.logLevel)
  logWarnings(log)
  if (cluster.isPrimary) for (const sentence of unknownSettings(env)) log.warn(sentence)
  try {
    return await run(config, log)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new Error(startFailure(error, config), { cause: error })
  }
}

async function run(config: Config, log: ProcessLog): Promise<string> {
  const isSupervisor = config.workers > 1 && cluster.isPrimary
  const metrics = createMetrics()
  const storage = await openStorage(config, metrics, log)
  const { token, app } = await storage.exclusively('start', async () => {
    const token = await ensureFirstOwner(storage, config, Date.now())
    // The supervisor does this too: it detects credentials that cannot be opened before there are workers.
    return { token, app: await buildApp({ storage, config, metrics }) }
  })
  let address: string
  if (isSupervisor) {
    await app.close()
    await storage.close()
    address = await superviseWorkers(config.workers, log)
  } else {
    address = await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      // Later starts would not print it.
      if (token) process.stdout.write(`API token: ${token}\n`)
      throw error
    })
    const stop = stopOnSignals(app, storage)
    void returnFreeMemory()
    void collectAtRest()
    guardAgainstCrashes({
      metrics,
      log: (error, message) => app.log.error({ err: error }, message),
      end: () => stop(1),
    })
    // Detecting lost notifications takes seconds. Nothing waits for the check, and a lost database is reported elsewhere.
    if (config.databaseUrl)
      checkNotifications(storage).then((areReceived) => areReceived || log.error(notificationsAreLost), ignore)
  }
  const link = config.publicUrl ?? address
  if (cluster.isWorker) return link
  // Scripts and people read these lines: they stay plain text among the lines of the log.
  process.stdout.write(`Colloquy is ready at ${link}\n`)
  if (token) process.stdout.write(`Sign in: ${link}/#token=${token}\nAPI token: ${token}\n`)
  return link
}

/** Handles uncaught errors from now on; before this call, an error stops startup with a message. */
function guardAgainstCrashes(options: CrashGuardOptions): void {
  const guard = new CrashGuard(options)
  process.on('uncaughtException', (error) => guard.handle(error, 'uncaughtException'))
  process.on('unhandledRejection', (error) => guard.handle(error, 'unhandledRejection'))
}

async function openStorage(config: Config, { commit: onCommit }: Metrics, log: ProcessLog): Promise<Storage> {
  await makeDataFolder(config.dataFolder)
  const onMigration = (number: number, last: number) =>
    log.info(`Migrating the database: step ${number} of ${last}. Large databases take minutes`)
  const turns = { onMigration, onCommit, batchBytes: config.limits.storageBatchBytes, quotas: config.limits }
  if (config.databaseUrl !== undefined) {
    const { databaseUrl: url, replicaUrl, hasPlainWire: isPlain } = config
    const reportWaiting = () => log.warn(waiting)
    const timer = setTimeout(reportWaiting, databasePatience / 10)
    return openPostgres({
      url,
      ...(replicaUrl && { replicaUrl }),
      isPlain,
      patience: databasePatience,
      ...turns,
    }).finally(() => clearTimeout(timer))
  }
  return openSqlite({
    folder: config.dataFolder,
    ...turns,
    onFatal: (error) => {
      log.fatal(`The storage has failed: ${error.message}`)
      process.exit(1)
    },
  })
}

const ignore = () => {}
const notificationsAreLost =
  'LISTEN/NOTIFY of PostgreSQL does not work: instances cannot notify each other. ' +
  'Use a pooler that keeps sessions, not transactions; see docs/growing.md.'

/** Milliseconds that a database started alongside may take to come up. */
const databasePatience = 30_000
const waiting = `Waiting for PostgreSQL at DATABASE_URL for up to ${databasePatience / 1000} s`

/** Starts the service and returns its address; or prints in one line why it cannot, and ends the process. */
export async function start(env: Environment = process.env): Promise<string> {
  keepHeapSmall()
  collectInOwnThread()
  await goBeforeHelpers()
  if (process.env.npm_lifecycle_event !== undefined) endWithParent()
  // Files are readable by this user only, even if others can access the folder.
  process.umask(0o077)
  try {
    return await main(env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(isLasting(error) ? 2 : 1)
  }
}

/**
 * Ends the process when its parent does: npm and npx send a SIGTERM to the shell that runs it, which does not pass it on, so the process
 * gets another parent.
 */
function endWithParent() {
  const { ppid } = process
  const timer = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

/** Node resolves links for the module, but not for the command line: the folder may be a link. */
const isMainModule = process.argv[1] !== undefined && fileURLToPath(import.meta.url) === realpathSync(process.argv[1])
if (isMainModule) await start()
