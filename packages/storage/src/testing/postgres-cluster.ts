import { execFile, execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { openPostgres } from '../postgres/open-postgres.js'

/**
 * A PostgreSQL of its own in a temporary folder, reached over a socket in it, that is gone when it is stopped. It runs as the user
 * `postgres` where we are root, which it refuses to be. `isDurable` makes it wait for the disk, as one in use does.
 */
export async function startPostgres({ isDurable = false } = {}) {
  const postgres = process.env.COLLOQUY_POSTGRES
  if (postgres === undefined) throw new Error('PostgreSQL is not installed: sudo apt-get install -y postgresql')
  const programs = dirname(realpathSync(postgres))
  const folder = mkdtempSync(join(tmpdir(), 'colloquy-pg-'))
  const user = userFor(folder)
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(join(programs, program), args, { ...user, cwd: folder })
  const data = join(folder, 'data')
  await run('initdb', '-D', data, '-U', 'colloquy', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')
  const settings = [
    `unix_socket_directories=${folder}`,
    'listen_addresses=',
    'max_connections=300',
    'shared_buffers=128MB',
    'log_min_messages=fatal',
    ...(isDurable ? [] : ['fsync=off', 'full_page_writes=off', 'autovacuum=off']),
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
    /** Stops it and removes all that was in it. */
    async remove() {
      await control('stop', '-m', 'immediate').catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Makes an empty database on the cluster that `url` leads to, with the schema in it unless told otherwise; answers its address. */
export async function createDatabase(url: string, { isEmpty = false } = {}): Promise<string> {
  const name = `test_${process.pid}_${++databases}`
  await withClient(url, async (client) => {
    if (isEmpty) return client.query(`CREATE DATABASE ${name}`)
    await makeTemplate(client, url)
    return client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  })
  return addressOf(url, name)
}

/** Takes all rows out of a database, which is much faster than making another. */
export function emptyDatabase(url: string): Promise<unknown> {
  const roots = ['uploads', 'settings', 'workspaces', 'users']
  return withClient(url, (client) => client.query(roots.map((table) => `DELETE FROM ${table}`).join('; ')))
}

/** Runs `work` with a bare connection. */
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

/** Once for a cluster, whoever comes first. */
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

function userFor(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  const user = { uid: idOf('-u'), gid: idOf('-g') }
  chownSync(folder, user.uid, user.gid)
  return user
}
