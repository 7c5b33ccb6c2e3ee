import { execFile, execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { openPostgres } from '../postgres/open-postgres.js'

export type Cluster = Awaited<ReturnType<typeof startPostgres>>

interface ClusterOptions {
  isDurable?: boolean
  more?: readonly string[]
  /** The address of a cluster of which this one is a replica. */
  follows?: string
}

/**
 * Starts a separate PostgreSQL in a temporary folder, with a socket in it, that disappears when it is stopped. If we are root, it runs as
 * the user `postgres`, because it refuses to run as root. `isDurable` makes it wait for the disk, as in production; `more` are settings as
 * for `postgres -c`.
 */
export async function startPostgres({
  isDurable = false,
  more = [] as readonly string[],
  follows,
}: ClusterOptions = {}) {
  const postgres = process.env.TEST_POSTGRES
  if (postgres === undefined) throw new Error('PostgreSQL is not installed: sudo apt-get install -y postgresql')
  const programs = dirname(realpathSync(postgres))
  const folder = mkdtempSync(join(tmpdir(), 'colloquy-pg-'))
  const user = userFor(folder)
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(join(programs, program), args, { ...user, cwd: folder })
  const data = join(folder, 'data')
  if (follows) await run('pg_basebackup', '-D', data, '-d', follows, '-R', '--checkpoint=fast', '--no-sync')
  else await run('initdb', '-D', data, '-U', 'colloquy', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')
  const settings = [
    `unix_socket_directories=${folder}`,
    'listen_addresses=',
    'max_connections=300',
    'shared_buffers=128MB',
    'log_min_messages=fatal',
    ...(isDurable ? [] : ['fsync=off', 'full_page_writes=off', 'autovacuum=off']),
    ...more,
  ]
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  const control = (action: string, ...args: string[]) =>
    run('pg_ctl', action, '-D', data, '-w', '-t', '60', '-l', join(folder, 'log'), ...args)
  const start = () => control('start', '-o', options)
  await start()
  return {
    folder,
    url: (database: string) => `postgres://colloquy@localhost/${database}?host=${folder}`,
    start,
    stop: (mode: 'fast' | 'immediate' = 'fast') => control('stop', '-m', mode),
    /** Sends a signal to all of its processes at once, as if the machine stopped, froze or resumed. */
    async signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') {
      const postmaster = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
      const pids = [postmaster, ...childrenOf(postmaster)]
      for (const pid of pids) process.kill(pid, signal)
      if (signal !== 'SIGKILL') return
      while (pids.some(isRunning)) await sleep(5)
      // Its process id may stay in use until its exit status is read, and the next start would wait for it.
      for (const lock of ['data/postmaster.pid', '.s.PGSQL.5432.lock']) rmSync(join(folder, lock), { force: true })
    },
    /** Stops it and deletes its folder. */
    async remove() {
      await control('stop', '-m', 'immediate').catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates an empty database on the cluster of `url`, with the schema unless `isEmpty`; returns its address. */
export async function createDatabase(url: string, { isEmpty = false } = {}): Promise<string> {
  const name = `test_${process.pid}_${++databases}`
  await withClient(url, async (client) => {
    if (isEmpty) return client.query(`CREATE DATABASE ${name}`)
    await makeTemplate(client, url)
    return client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  })
  return addressOf(url, name)
}

/** Copies a database to which nobody may be connected; returns the address of the copy. */
export async function copyPostgres(url: string): Promise<string> {
  const original = new URL(url).pathname.slice(1)
  const name = `test_${process.pid}_${++databases}`
  await withClient(addressOf(url, 'postgres'), async (client) => {
    // A client that has just disconnected may still have its process.
    await client.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [original])
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${original} STRATEGY FILE_COPY`)
  })
  return addressOf(url, name)
}

/** Deletes all rows of a database, which is much faster than creating another. */
export function emptyDatabase(url: string): Promise<unknown> {
  const roots = ['removals', 'uploads', 'settings', 'contact_terms', 'workspaces', 'users']
  return withClient(url, (client) => client.query(roots.map((table) => `DELETE FROM ${table}`).join('; ')))
}

/** Runs `work` with a plain connection. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

let databases = 0
const template = 'with_schema'

/** Runs once for a cluster, in the process that comes first. */
async function makeTemplate(client: pg.Client, url: string): Promise<void> {
  await client.query('SELECT pg_advisory_lock(1)')
  try {
    const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template])
    if (rows.length > 0) return
    await client.query(`CREATE DATABASE ${template}`)
    const storage = await openPostgres({ url: addressOf(url, template) })
    await storage.close()
  } finally {
    await client.query('SELECT pg_advisory_unlock(1)')
  }
}

function addressOf(url: string, database: string): string {
  return url.replace(/\/\w+\?/, `/${database}?`)
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? [] : children.split(' ').map(Number)
}

function userFor(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  const user = { uid: idOf('-u'), gid: idOf('-g') }
  chownSync(folder, user.uid, user.gid)
  return user
}
