/**
 * `node scripts/bench-postgres.mjs`: what a turn of the built service costs on a PostgreSQL of its own (durable, over its
 * socket), with one process and with two, beside the floor of bench-floor.mjs: turns a second, and for each turn the processor time of
 * the service and of PostgreSQL and the bytes of its log. All are measured in turns; the load comes from one process more. Run
 * `npm run build` first.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { chainFlow } from './bench-flow.mjs'
import { childrenOf, processes, publish, usage } from './bench-processes.mjs'
import { median } from './median.mjs'
import { readOptions } from './read-options.mjs'
import { root } from './root.mjs'
import { programEnvironment } from './system-programs.mjs'

const help = `node scripts/bench-postgres.mjs [options]

  --seconds N   how long each target is measured in each run; 3 unless given
  --runs N      runs, of which medians are taken; 3 unless given`
const { seconds = 3, runs = 3 } = readOptions(help, { seconds: 'number', runs: 'number' })

Object.assign(process.env, programEnvironment())
register()
const { createDatabase, startPostgres, withClient } = await import(
  join(root, 'packages/storage/src/testing/postgres-cluster.ts')
)

const folder = mkdtempSync(join(tmpdir(), 'colloquy-bench-'))
const { startService, startProgram, runLoad, killAll } = processes(folder)
const cluster = await startPostgres({ isDurable: true })
const postmaster = Number.parseInt(readFileSync(join(cluster.folder, 'data/postmaster.pid'), 'utf8'), 10)
try {
  const targets = []
  const add = (name, service, path) => {
    for (const connections of [1, 32, 128]) targets.push({ name, connections, service, path, samples: [] })
  }
  const empty = await createDatabase(cluster.url('postgres'), { isEmpty: true })
  add('floor', await startProgram(join(root, 'scripts/bench-floor.mjs'), { DATABASE_URL: empty }), 'floor')
  for (const workers of [1, 2]) {
    const env = { DATABASE_URL: await createDatabase(cluster.url('postgres')), COLLOQUY_WORKERS: String(workers) }
    const service = await startService(`workers-${workers}`, env)
    const [path] = await publish(service, [chainFlow(10)])
    add(workers === 1 ? 'one worker' : 'two workers', service, path)
  }
  // Each process has to have run its code often enough for it to be compiled.
  for (const target of targets) if (target.connections === 128) await drive(target, 6)
  for (let run = 0; run < runs; run += 1) {
    for (const connections of [1, 32, 128]) {
      for (const target of targets)
        if (target.connections === connections) target.samples.push(await drive(target, seconds))
    }
  }
  console.table(targets.map(row))
  console.log(
    `Medians of ${runs} runs of ${seconds} s; load of the machine in the last minute: ${loadavg()[0].toFixed(1)}`,
  )
} finally {
  killAll()
  await cluster.remove()
  rmSync(folder, { recursive: true, force: true })
}

async function drive({ connections, service, path }, forSeconds) {
  const before = { ...cpuOf(service), log: await bytesOfLog() }
  const load = { url: `${service.url}/api/v1`, publicId: path, connections, seconds: forSeconds }
  const { turns, elapsed, p50, p99, failures, firstFailure } = await runLoad(load)
  const after = { ...cpuOf(service), log: await bytesOfLog() }
  if (failures > 0) throw new Error(`${failures} requests failed, the first with: ${firstFailure}`)
  const perTurn = (which) => ((after[which] - before[which]) * 1000) / turns
  const log = (after.log - before.log) / turns
  return {
    turns: turns / elapsed,
    p50,
    p99,
    ours: perTurn('ours'),
    theirs: perTurn('theirs'),
    log,
    memory: after.memory,
  }
}

/** That PostgreSQL wrote so far ahead of its tables, and would send to a replica. */
async function bytesOfLog() {
  const sql = "SELECT pg_current_wal_lsn() - '0/0' AS bytes"
  return Number(await withClient(cluster.url('postgres'), async (client) => (await client.query(sql)).rows[0].bytes))
}

/** In ms so far: the service with its workers, and PostgreSQL. */
function cpuOf({ pid }) {
  const own = [pid, ...childrenOf(pid)].map(usage)
  const sum = (list) => list.reduce((total, it) => total + (it?.cpuMs ?? 0), 0)
  return {
    ours: sum(own),
    theirs: sum([postmaster, ...childrenOf(postmaster)].map(usage)),
    memory: Math.max(...own.map((it) => it?.memory ?? 0)),
  }
}

function row({ name, connections, samples }, _, targets) {
  const of = (what) => median(samples.map((sample) => sample[what]))
  const floor = targets.find((target) => target.name === 'floor' && target.connections === connections).samples
  const beside = (what) => Number(median(samples.map((sample, run) => sample[what] / floor[run][what])).toFixed(2))
  return {
    name,
    connections,
    'turns/s': Math.round(of('turns')),
    'of the floor': beside('turns'),
    'p50 ms': Number(of('p50').toFixed(1)),
    'p99 ms': Number(of('p99').toFixed(1)),
    'µs of ours': Math.round(of('ours')),
    'of its time': beside('ours'),
    'µs of PostgreSQL': Math.round(of('theirs')),
    'bytes of log': Math.round(of('log')),
    'MB of a process': Math.round(of('memory')),
  }
}
