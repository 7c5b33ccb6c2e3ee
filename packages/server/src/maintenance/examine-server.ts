import { connectionsOfProcess, examinePostgres, type PostgresState } from '@colloquy/storage'
import { clockFinding } from './clock.js'
import type { Finding } from './finding.js'

interface ServerFindings {
  findings: Finding[]
  /** Absent when they cannot be read. */
  credentials?: PostgresState['credentials']
  /** When a service that deletes old results last ran. */
  clockSeenAt?: number | undefined
}

/** Examines a PostgreSQL as the service would find it, without changing anything. */
export async function examineServer(url: string, now: number): Promise<ServerFindings> {
  let state: PostgresState
  try {
    state = await examinePostgres(url)
  } catch (error) {
    const todo =
      'see that it runs and has this database, that DATABASE_URL is right, and that its pg_hba.conf lets this machine in'
    return { findings: [{ state: 'error', what: 'database', found: (error as Error).message, todo }] }
  }
  const clock = clockFinding(now, state.now, 'that of PostgreSQL is')
  const findings = [server(state), clock, durability(state), schema(state), connections(state), notifications(state)]
  return { findings, credentials: state.credentials, clockSeenAt: state.clockSeenAt }
}

/** An unreachable replica is only a warning: its queries go to the primary server instead. */
export async function examineReplica(url: string): Promise<Finding> {
  const what = 'replica'
  try {
    const { isStandby, version } = await examinePostgres(url)
    if (isStandby) return { state: 'ok', what, found: `PostgreSQL ${version} follows another server` }
    const todo = 'let DATABASE_REPLICA_URL lead to a server that follows that of DATABASE_URL, or leave it out'
    return { state: 'error', what, found: 'follows no other server: lists would show what only it has', todo }
  } catch (error) {
    const todo = 'see that it runs; until then lists and figures come from the server of DATABASE_URL'
    return { state: 'warning', what, found: (error as Error).message, todo }
  }
}

function server({ version, versionNumber, encoding, isStandby, ...state }: PostgresState): Finding {
  const what = 'database'
  const found = `PostgreSQL ${version}`
  if (versionNumber < oldest * 10_000) {
    return { state: 'error', what, found, todo: `use PostgreSQL ${oldest} or newer` }
  }
  if (isStandby) {
    const todo = 'let DATABASE_URL lead to the server that is written to'
    return { state: 'error', what, found: `${found}, which only follows another server`, todo }
  }
  if (encoding !== 'UTF8') {
    const todo = 'make a database that takes all letters: createdb --encoding=UTF8 --template=template0, and move to it'
    return { state: 'error', what, found: `${found}, in the encoding ${encoding}`, todo }
  }
  if (!state.mayCreate && state.schema < state.newestSchema) {
    const todo = 'let the user of DATABASE_URL own the database: ALTER DATABASE <name> OWNER TO <user>'
    return { state: 'error', what, found: `${found}, in which this user may make no tables`, todo }
  }
  return { state: 'ok', what, found }
}

/** Settings are those of this user in this database, which differ from the server's after ALTER ROLE or ALTER DATABASE. */
function durability({ unsafeSettings }: PostgresState): Finding {
  const what = 'durability'
  if (unsafeSettings.length === 0) return { state: 'ok', what, found: 'commits are written to disk before they return' }
  const found = `a crash of PostgreSQL can lose answered turns or damage the database: ${unsafeSettings.join(', ')}`
  const todo = 'turn them on, for the server (ALTER SYSTEM), the database (ALTER DATABASE) and the user (ALTER ROLE)'
  return { state: 'warning', what, found, todo }
}

function schema({ schema, newestSchema, problems }: PostgresState): Finding {
  const what = 'schema'
  if (schema > newestSchema) {
    const todo = 'start the newer Colloquy that wrote it'
    return { state: 'error', what, found: `${schema}, but this Colloquy knows up to ${newestSchema}`, todo }
  }
  if (problems.length > 0) {
    const todo = 'repair it, or restore the newest backup into a new database'
    return { state: 'error', what, found: `${problems.length} damages, such as: ${problems[0]}`, todo }
  }
  if (schema === 0) return { state: 'ok', what, found: 'none yet: the first start makes it' }
  const isOld = schema < newestSchema
  const next = isOld ? ` (the next start brings it to ${newestSchema}; make a backup before)` : ''
  return { state: 'ok', what, found: `${schema}, all indexes are valid${next}` }
}

function connections({ connections: { used, max } }: PostgresState): Finding {
  const what = 'connections'
  const found = `${used} of ${max} are taken`
  if (max - used > connectionsOfProcess) return { state: 'ok', what, found }
  const todo = `raise max_connections: each process of Colloquy takes up to ${connectionsOfProcess}`
  return { state: 'warning', what, found, todo }
}

function notifications({ isNotified }: PostgresState): Finding {
  const what = 'news of changes'
  if (isNotified) return { state: 'ok', what, found: 'arrive (LISTEN)' }
  const todo =
    'a pooler in between has to keep sessions, not transactions: without it instances do not hear of each other'
  return { state: 'error', what, found: 'do not arrive (LISTEN)', todo }
}

/** The oldest major version that Colloquy is tested with. */
const oldest = 15
