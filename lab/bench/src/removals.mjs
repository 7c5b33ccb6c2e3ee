/**
 * What deleting very many results costs others: fills a bot, deletes it, its workspace or all of its results in the background, asks
 * `/healthz` every 20 ms meanwhile, and talks to a bot of another workspace:
 * `npm run build && node --conditions=development --import tsx lab/bench/src/removals.mjs [--results N] [--database sqlite]`.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '../../../scripts/read-options.mjs'
import { programEnvironment } from '../../../scripts/system-programs.mjs'
import { conversationsOf } from './conversations.mjs'
import { chainFlow } from './flow.mjs'
import { processes, publishIn } from './processes.mjs'

const { DatabaseSync } = createRequire(new URL('../../../packages/storage/package.json', import.meta.url))(
  '@photostructure/sqlite',
)
const help =
  'node --conditions=development --import tsx lab/bench/src/removals.mjs [--results 100000] [--database sqlite] [--way bot] [--folder /tmp]'
const {
  results = 100_000,
  database = 'sqlite',
  way,
  folder: parent = tmpdir(),
} = readOptions(help, {
  results: 'number',
  database: ['sqlite', 'postgres'],
  way: ['bot', 'workspace', 'results'],
  folder: 'text',
})
const quietSeconds = 10
const folder = mkdtempSync(join(parent, 'colloquy-bench-'))
const programs = processes(folder)
const paths = {
  bot: ({ botId }) => `/bots/${botId}`,
  workspace: ({ workspaceId }) => `/workspaces/${workspaceId}`,
  results: ({ botId }) => `/bots/${botId}/results`,
}
const kind = database === 'sqlite' ? sqlite() : await postgres()
try {
  const filled = await fill()
  console.log(`${results} results in ${megabytes(await kind.bytes('original'))} MB on ${database}`)
  for (const name of way ? [way] : Object.keys(paths)) await measure(name, filled)
} finally {
  programs.killAll()
  await kind.end()
  rmSync(folder, { recursive: true, force: true })
}

async function fill() {
  const service = await programs.startService('original', await kind.start('original'))
  const workspaces = []
  for (const name of ['Large', 'Other'])
    workspaces.push((await service.call('POST', '/workspaces', { name })).workspace.id)
  const [large] = await publishIn(service, workspaces[0], [chainFlow(10)])
  const [other] = await publishIn(service, workspaces[1], [chainFlow(10)])
  const { bots } = await service.call('GET', `/bots?workspaceId=${workspaces[0]}`)
  const botId = bots[0].id
  await service.stop()
  await kind.fill(
    'original',
    conversationsOf({ botId, workspaceId: workspaces[0], releaseId: 'r', count: results, now: Date.now() }),
  )
  return { botId, workspaceId: workspaces[0], large, other }
}

async function measure(name, { other, ...ids }) {
  await kind.copy('original', name)
  const service = await programs.startService(name, await kind.start(name))
  const others = watch(service.url, other)
  await sleep(quietSeconds * 1_000)
  const quiet = others.take()
  const peak = { log: 0, bytes: 0 }
  const began = performance.now()
  await service.call('DELETE', paths[name](ids))
  const answeredIn = performance.now() - began
  while ((await kind.left(name)) > 0) {
    peak.log = Math.max(peak.log, await kind.logBytes(name))
    peak.bytes = Math.max(peak.bytes, await kind.bytes(name))
    await sleep(250)
  }
  const seconds = (performance.now() - began) / 1_000
  const during = others.take()
  await others.stop()
  const memory = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))[1]) / 1024
  await service.stop()
  console.log(
    [
      `${name}: ${seconds.toFixed(1)} s, answered in ${answeredIn.toFixed()} ms`,
      `health: longest ${during.health.longest} ms (quiet ${quiet.health.longest})`,
      `turns of another workspace: ${during.turns.count}, failed ${during.failed}, p50 ${during.turns.p50}, p99 ${during.turns.p99}, longest ${during.turns.longest} ms ` +
        `(quiet ${quiet.turns.p50}, ${quiet.turns.p99}, ${quiet.turns.longest})`,
      `memory ${memory.toFixed()} MB, log at most ${megabytes(peak.log)} MB, database at most ${megabytes(peak.bytes)} MB`,
      `load of the machine ${loadavg()[0].toFixed(1)}`,
      ...(await kind.rest(name)),
    ].join('\n  '),
  )
  await kind.remove(name)
}

/** Asks for health and talks until it is stopped. */
function watch(url, publicId) {
  let [turns, health, failed, isOver] = [[], [], 0, false]
  const timed = async (times, path, body) => {
    const began = performance.now()
    const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${url}${path}`, init).catch(() => undefined)
    const text = await response?.text()
    times.push(performance.now() - began)
    if (!response?.ok) failed += 1
    return response?.ok && text.startsWith('{') ? JSON.parse(text) : {}
  }
  const asking = (async () => {
    for (; !isOver; await sleep(20)) await timed(health, '/healthz')
  })()
  const talking = (async () => {
    while (!isOver) {
      const { sessionId } = await timed(turns, `/api/v1/bots/${publicId}/startChat`, {})
      for (let reply = 0; sessionId && reply < 4 && !isOver; reply++) {
        await sleep(20)
        await timed(turns, `/api/v1/sessions/${sessionId}/continueChat`, { message: 'Hello' })
      }
      await sleep(20)
    }
  })()
  return {
    take() {
      const taken = { turns: measurements(turns), health: measurements(health), failed }
      ;[turns.length, health.length, failed] = [0, 0, 0]
      return taken
    },
    async stop() {
      isOver = true
      await Promise.all([asking, talking])
    },
  }
}

function measurements(times) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part) => Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1))
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), longest: at(1) }
}

function megabytes(bytes) {
  return (bytes / 1_048_576).toFixed()
}

function sqlite() {
  const file = (name) => join(folder, name, 'colloquy.db')
  const size = (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const readers = new Map()
  const reader = (name) => {
    if (!readers.has(name)) readers.set(name, new DatabaseSync(file(name), { readOnly: true }))
    return readers.get(name)
  }
  return {
    start: async () => ({}),
    async fill(name, statements) {
      const opened = new DatabaseSync(file(name))
      opened.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; PRAGMA foreign_keys = OFF')
      for (const sql of statements) opened.exec(sql)
      opened.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      opened.close()
    },
    copy: async (from, to) => cpSync(join(folder, from), join(folder, to), { recursive: true }),
    left: async (name) => reader(name).prepare('SELECT count(*) AS left FROM removals').get().left,
    bytes: async (name) => size(file(name)),
    logBytes: (name) => size(`${file(name)}-wal`),
    rest: async (name) => {
      const count = (table) => reader(name).prepare(`SELECT count(*) AS left FROM ${table}`).get().left
      return [
        `left: ${['results', 'answers', 'sessions', 'turns'].map((table) => `${count(table)} ${table}`).join(', ')}`,
      ]
    },
    async remove(name) {
      readers.get(name)?.close()
      rmSync(join(folder, name), { recursive: true, force: true })
    },
    end: async () => {},
  }
}

async function postgres() {
  Object.assign(process.env, programEnvironment())
  const { copyPostgres, createDatabase, startPostgres, withClient } = await import(
    '../../../packages/storage/src/testing/postgres-cluster.ts'
  )
  const cluster = await startPostgres({ isDurable: true })
  const urls = new Map([['original', await createDatabase(cluster.url('postgres'))]])
  const first = async (name, sql) =>
    Object.values((await withClient(urls.get(name), (client) => client.query(sql))).rows[0])[0]
  return {
    start: async (name) => ({ DATABASE_URL: urls.get(name) }),
    fill: (name, statements) =>
      withClient(urls.get(name), async (client) => {
        await client.query('SET synchronous_commit = off')
        for (const sql of statements) await client.query(sql)
        await client.query('VACUUM ANALYZE')
        await client.query('CHECKPOINT')
      }),
    async copy(from, to) {
      urls.set(to, await copyPostgres(urls.get(from)))
      cpSync(join(folder, from), join(folder, to), { recursive: true })
    },
    left: async (name) => Number(await first(name, 'SELECT count(*) FROM removals')),
    bytes: async (name) => Number(await first(name, 'SELECT pg_database_size(current_database())')),
    logBytes: async () => Number(await first('original', 'SELECT sum(size) FROM pg_ls_waldir()')),
    rest: async (name) => [
      `left: ${await first(name, 'SELECT count(*) FROM results')} results, ${await first(name, 'SELECT count(*) FROM turns')} turns`,
    ],
    remove: (name) =>
      withClient(urls.get('original'), (client) =>
        client.query(`DROP DATABASE ${new URL(urls.get(name)).pathname.slice(1)} WITH (FORCE)`),
      ),
    end: () => cluster.remove(),
  }
}
