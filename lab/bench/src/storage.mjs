/**
 * `node lab/bench/src/storage.mjs` measures how many turns a second the storage saves, on SQLite and on a dedicated durable PostgreSQL,
 * reached over its socket. The floor is the PostgreSQL driver alone: it sends the same number of rows in one statement for all waiting turns, to
 * tables with one key, three columns and no references. One run measures everything in turn and prints medians.
 *
 * On a busy machine, compare the processor time of a turn (ours and PostgreSQL's) rather than turns a second. Ours includes the time to make the
 * turns, which the floor does not.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { readOptions } from '../../../scripts/read-options.mjs'
import { programEnvironment } from '../../../scripts/system-programs.mjs'
import { openPostgresFloor } from './floor-postgres.mjs'
import { median } from './median.mjs'
import { childrenOf, usage } from './processes.mjs'

const help = `node lab/bench/src/storage.mjs [options]

  --seconds N   how long each target is measured in each run; 2 unless given
  --runs N      runs, of which medians are taken; 5 unless given`
const { seconds = 2, runs = 5 } = readOptions(help, { seconds: 'number', runs: 'number' })

Object.assign(process.env, programEnvironment())
register()
const { openPostgres } = await import('../../../packages/storage/src/postgres/open-postgres.ts')
const { openSqlite } = await import('../../../packages/storage/src/sqlite/open-sqlite.ts')
const { createDatabase, startPostgres } = await import('../../../packages/storage/src/testing/postgres-cluster.ts')
const { commit, release, seed } = await import('../../../packages/storage/src/testing/rows.ts')

const state = JSON.stringify({ frames: [{ variables: 'x'.repeat(600) }] })
const folder = mkdtempSync(join(tmpdir(), 'colloquy-bench-'))
const cluster = await startPostgres({ isDurable: true })
try {
  const url = await createDatabase(cluster.url('postgres'))
  const postgres = await openPostgres({ url })
  const sqlite = await openSqlite({ folder })
  for (const storage of [postgres, sqlite]) {
    await seed(storage)
    await storage.releases.publish(release, 'bench')
  }
  const floor = await openFloor(await createDatabase(cluster.url('postgres'), { isEmpty: true }))
  const targets = [
    { name: 'PostgreSQL', turn: (session, version) => turnOf(postgres, session, version) },
    { name: 'floor', turn: floor.turn },
    { name: 'SQLite', turn: (session, version) => turnOf(sqlite, session, version) },
  ]
  const rows = []
  // Code has to have run often enough to be compiled, in the floor as in the storage.
  for (const { name, turn } of targets) await measure(turn, 32, `${name}-warm`)
  for (const concurrency of [1, 32, 128]) {
    const measurements = new Map(targets.map(({ name }) => [name, []]))
    for (let run = 0; run < runs; run += 1) {
      for (const { name, turn } of targets) {
        measurements.get(name).push(await measure(turn, concurrency, `${name}-${concurrency}-${run}`))
      }
    }
    const of = (name, what) => median(measurements.get(name).map((measurement) => measurement[what]))
    const beside = (measured) =>
      median(
        measurements.get('PostgreSQL').map((own, round) => measured(own) / measured(measurements.get('floor')[round])),
      )
    for (const { name } of targets) {
      rows.push({
        'at once': concurrency,
        target: name,
        'turns/s': Math.round(of(name, 'turns')),
        ...(name === 'PostgreSQL' && { 'of the floor': Number(beside(({ turns }) => turns).toFixed(2)) }),
        'µs of ours': Math.round(of(name, 'ours')),
        'µs of PostgreSQL': Math.round(of(name, 'theirs')),
        ...(name === 'PostgreSQL' && {
          'time of the floor': Number(beside(({ ours, theirs }) => ours + theirs).toFixed(2)),
        }),
      })
    }
  }
  console.log('Turns a second, each saved by one statement; microseconds of processor time for each:')
  console.table(rows)
  console.log(`Load of the machine in the last minute: ${loadavg()[0].toFixed(1)}`)
  await Promise.all([postgres.close(), sqlite.close(), floor.close()])
} finally {
  await cluster.remove()
  rmSync(folder, { recursive: true, force: true })
}

/** Turns a second, and processor time of each in µs: as many conversations beside one another, each of ten turns. */
async function measure(turn, concurrency, name) {
  const until = performance.now() + seconds * 1000
  const began = performance.now()
  const before = { ours: process.cpuUsage(), theirs: cpuOfPostgres() }
  let turns = 0
  const converse = async (worker) => {
    for (let session = 0; performance.now() < until; session += 1) {
      for (let version = 1; version <= 10 && performance.now() < until; version += 1) {
        await turn(`${name}-${worker}-${session}`, version)
        turns += 1
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, (_, worker) => converse(worker)))
  const { user, system } = process.cpuUsage(before.ours)
  const theirs = (cpuOfPostgres() - before.theirs) * 1000
  return { turns: turns / ((performance.now() - began) / 1000), ours: (user + system) / turns, theirs: theirs / turns }
}

/** Of all processes of the cluster that live, in ms; their connections stay open all the time. */
function cpuOfPostgres() {
  const postmaster = Number.parseInt(readFileSync(join(cluster.folder, 'data/postmaster.pid'), 'utf8'), 10)
  return childrenOf(postmaster).reduce((sum, pid) => sum + (usage(pid)?.cpuMs ?? 0), 0)
}

async function turnOf(storage, sessionId, version) {
  const made = commit(version, { sessionId, resultId: sessionId })
  // As the service has them: of a release, and with an end that moves seldom.
  Object.assign(made.session, { state, releaseId: release.id, expiresAt: 9_000_000_000_000 })
  const outcome = await storage.sessions.commit(made)
  if (outcome !== 'committed') throw new Error(`${sessionId} ${version} is ${outcome}`)
}

async function openFloor(url) {
  const parts = ['turn', 'answer', 'log', 'edge']
  const contents = Object.fromEntries(parts.map((part) => [part, 'Hi']))
  const { save, close } = await openPostgresFloor(url, parts)
  return {
    async turn(id, version) {
      await save({ id, version, state, contents })
    },
    close,
  }
}
