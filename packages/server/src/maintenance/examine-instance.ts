import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type DatabaseState, examineDatabase } from '@colloquy/storage'
import { type Config, ConfigError, readConfig, unknownSettings } from '../config/config.js'
import { freeBytes, problemOfDataFolder } from '../config/data-folder.js'
import { findKeys, keyFileName } from '../vault/find-keys.js'
import { exists, readBackupRecord } from './back-up.js'
import { clockFinding, retentionFindings } from './clock.js'
import { examineNeighbours } from './examine-neighbours.js'
import { examineReplica, examineServer } from './examine-server.js'
import type { Finding } from './finding.js'
import { nodeFinding } from './node-finding.js'

/** Examines an installation as the service would find it, without changing anything. `now`: milliseconds since 1970. */
export async function examineInstance(env: Record<string, string | undefined>, now: number): Promise<Finding[]> {
  const findings = [nodeFinding(process.version, now)]
  const config = readSettings(env)
  if ('state' in config) return [...findings, config]
  findings.push(...settings(env), ...addresses(config), ...mailedLinks(config))
  const folder = await dataFolder(config)
  findings.push(folder)
  if (folder.state === 'error') return findings
  findings.push(await room(config), ...(await examineNeighbours(config)))
  if (config.databaseUrl !== undefined) {
    const { findings: ofServer, credentials, clockSeenAt } = await examineServer(config.databaseUrl, now)
    findings.push(...ofServer, ...(config.replicaUrl === undefined ? [] : [await examineReplica(config.replicaUrl)]))
    if (credentials === undefined) return findings
    findings.push(...retentionFindings(config, now, clockSeenAt), await key(config, { credentials }))
    // Operators of PostgreSQL may well have other means of backing it up.
    return (await readBackupRecord(config.dataFolder)) ? [...findings, await backups(config, now)] : findings
  }
  const file = join(config.dataFolder, 'colloquy.db')
  if (!(await exists(file))) {
    return [...findings, { state: 'ok', what: 'database', found: 'none yet: the first start makes it' }]
  }
  const state = readDatabase(file)
  if ('found' in state) return [...findings, state]
  findings.push(database(state), await clock(config, now), ...retentionFindings(config, now, state.clockSeenAt))
  return [...findings, await key(config, state), await backups(config, now)]
}

function readSettings(env: Record<string, string | undefined>): Config | Finding {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { state: 'error', what: 'settings', found: error.message, todo: 'correct this environment variable' }
  }
}

function settings(env: Record<string, string | undefined>): Finding[] {
  const what = 'settings'
  const unknown = unknownSettings(env)
  if (unknown.length === 0) return [{ state: 'ok', what, found: 'valid' }]
  return unknown.map((found) => ({ state: 'warning', what, found, todo: 'correct its name, or take it away' }))
}

const isLoopback = (host: string) => /^(127\.|localhost$|::1$|\[::1\]$)/.test(host)

/** An address that visitors reach from other machines should be encrypted, and the service should know it. */
function addresses({ host, publicUrl, trustedProxies }: Config): Finding[] {
  const findings: Finding[] = []
  const what = 'public address'
  const url = publicUrl === undefined ? undefined : new URL(publicUrl)
  if (url?.protocol === 'http:' && !isLoopback(url.hostname)) {
    const todo = 'put a reverse proxy with a certificate in front, and set COLLOQUY_PUBLIC_URL to its https address'
    findings.push({ state: 'warning', what, found: `${publicUrl} is not encrypted`, todo })
  } else if (url) findings.push({ state: 'ok', what, found: publicUrl as string })
  else if (!isLoopback(host)) {
    const todo = 'set COLLOQUY_PUBLIC_URL to the address that visitors use'
    findings.push({ state: 'warning', what, found: `not set, though the service listens on ${host}`, todo })
  }
  if (url?.protocol === 'https:' && trustedProxies.length === 0) {
    const todo = 'set COLLOQUY_TRUSTED_PROXIES to the address of the proxy, or all visitors share one rate limit'
    findings.push({ state: 'warning', what: 'proxy', found: 'no proxy is trusted', todo })
  }
  return findings
}

function mailedLinks({ mailAccount, publicUrl }: Config): Finding[] {
  if (!mailAccount || publicUrl !== undefined) return []
  const found = 'none are sent: SMTP_URL is set, but COLLOQUY_PUBLIC_URL is not'
  const todo = 'set COLLOQUY_PUBLIC_URL to the address that people use'
  return [{ state: 'error', what: 'links in emails', found, todo }]
}

async function dataFolder({ dataFolder }: Config): Promise<Finding> {
  const what = 'data folder'
  const path = resolve(dataFolder)
  const problem = await problemOfDataFolder(path)
  if (problem) return { state: 'error', what, ...problem }
  const folder = await stat(path).catch(() => undefined)
  if (!folder) return { state: 'ok', what, found: `${path} is not there yet: the first start makes it` }
  if (process.platform !== 'win32' && (folder.mode & 0o007) !== 0) {
    return { state: 'warning', what, found: `${path} is open to other users`, todo: `chmod 700 ${path}` }
  }
  return { state: 'ok', what, found: path }
}

const littleSpace = 500_000_000
/** Free bytes below which it is an error: a day of conversations or one backup may take more than this. */
const noSpace = 50_000_000

async function room({ dataFolder }: Config): Promise<Finding> {
  const what = 'room on the disk'
  const free = await freeBytes((await exists(dataFolder)) ? dataFolder : '.')
  const found = `${(free / 1e9).toFixed(2)} GB are free`
  if (free >= littleSpace) return { state: 'ok', what, found }
  const todo = 'make room: on a full disk every turn is refused with status 507'
  return { state: free < noSpace ? 'error' : 'warning', what, found, todo }
}

function readDatabase(file: string): DatabaseState | Finding {
  try {
    return examineDatabase(file)
  } catch (error) {
    const todo = 'restore the newest backup: npx colloquy restore <file> --replace'
    return { state: 'error', what: 'database', found: `cannot be read: ${(error as Error).message}`, todo }
  }
}

function database({ schema, newestSchema, problems }: DatabaseState): Finding {
  const what = 'database'
  if (problems.length > 0) {
    const todo = 'restore the newest backup: npx colloquy restore <file> --replace'
    return { state: 'error', what, found: `${problems.length} damages, such as: ${problems[0]}`, todo }
  }
  if (schema > newestSchema) {
    const todo = 'start the newer Colloquy that wrote it'
    return { state: 'error', what, found: `schema ${schema}, but this Colloquy knows up to ${newestSchema}`, todo }
  }
  const isOld = schema < newestSchema
  return {
    state: 'ok',
    what,
    found: `intact, schema ${schema}${isOld ? ` (the next start brings it to ${newestSchema})` : ''}`,
  }
}

/** A database file written later than now was written by another clock. */
async function clock({ dataFolder }: Config, now: number): Promise<Finding> {
  const files = ['colloquy.db', 'colloquy.db-wal'].map((name) => stat(join(dataFolder, name)).catch(() => undefined))
  const written = Math.max(...(await Promise.all(files)).map((file) => file?.mtimeMs ?? 0))
  return clockFinding(now, Math.max(now, written), 'the database was last written')
}

async function backups({ dataFolder }: Config, now: number): Promise<Finding> {
  const what = 'backup'
  const last = await readBackupRecord(dataFolder)
  const todo = 'make one every night: docs/operations.md has a line for cron'
  if (!last) return { state: 'warning', what, found: 'none was made yet with `npx colloquy backup`', todo }
  const days = Math.floor((now - Date.parse(last.createdAt)) / 86_400_000)
  const found = `the last one was made on ${last.createdAt.slice(0, 10)}: ${last.file}`
  return days > 7 ? { state: 'warning', what, found, todo } : { state: 'ok', what, found }
}

async function key(config: Config, { credentials }: Pick<DatabaseState, 'credentials'>): Promise<Finding> {
  const what = 'key for credentials'
  const count = credentials.reduce((sum, one) => sum + one.count, 0)
  const hasKey = config.secret !== undefined || (await exists(join(config.dataFolder, keyFileName)))
  if (!hasKey && count === 0) return { state: 'ok', what, found: 'none yet: the first start makes it' }
  if (!hasKey) {
    const todo = 'set COLLOQUY_SECRET to the key that they were encrypted with'
    return { state: 'error', what, found: `there is none for ${count} stored credentials`, todo }
  }
  try {
    await findKeys(config, { countByKey: async () => credentials })
    return { state: 'ok', what, found: `fits ${count} stored credentials` }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { state: 'error', what, found: error.message }
  }
}
