/**
 * What a turn of the built service costs on a PostgreSQL of its own (durable, over its socket), with one process and with two, beside
 * the floor of floor.mjs: turns a second, and for each turn the processor time of the service and of PostgreSQL and the bytes of
 * its log. All are measured in turns; the load comes from one process more.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { programEnvironment } from '../../../scripts/system-programs.mjs'
import { chainFlow } from './flow.mjs'
import { measurement, ratio } from './measurements.mjs'
import { childrenOf, publish, usage } from './processes.mjs'

const here = import.meta.dirname

const numbersOfConnections = [1, 32, 128]

/** Whether the programs of PostgreSQL are here, and a table of processes to read their time from. */
export function canBenchPostgres() {
  return programEnvironment().TEST_POSTGRES !== undefined && usage(process.pid) !== undefined
}

/** Resolves to the figures: `{ name, median, unit, runs, ratio?, to? }`. */
export async function benchPostgres({ startService, startProgram, runLoad }, { runs, seconds, say }) {
  Object.assign(process.env, programEnvironment())
  const unregister = register()
  const { createDatabase, startPostgres, withClient } = await import(
    '../../../packages/storage/src/testing/postgres-cluster.ts'
  )
  const cluster = await startPostgres({ isDurable: true })
  const postmaster = Number.parseInt(readFileSync(join(cluster.folder, 'data/postmaster.pid'), 'utf8'), 10)
  try {
    const targets = await startTargets()
    // Each process has to have run its code often enough for it to be compiled.
    for (const target of targets) if (target.connections === 128) await drive(target, seconds * 2)
    for (let run = 0; run < runs; run += 1) {
      say(`run ${run + 1} of ${runs} on PostgreSQL...`)
      for (const target of inTurns(targets)) target.samples.push(await drive(target, seconds))
    }
    return targets.flatMap((target) => measurementsOf(target, targets))
  } finally {
    await cluster.remove()
    await unregister()
  }

  async function startTargets() {
    const empty = await createDatabase(cluster.url('postgres'), { isEmpty: true })
    const floor = await startProgram(join(here, 'floor.mjs'), { DATABASE_URL: empty })
    const targets = [target(floorName, floor, 'floor')]
    for (const [name, workers] of [
      ['service on PostgreSQL', 1],
      ['two workers on PostgreSQL', 2],
    ]) {
      const env = { DATABASE_URL: await createDatabase(cluster.url('postgres')), COLLOQUY_WORKERS: String(workers) }
      const service = await startService(`workers-${workers}`, env)
      const [path] = await publish(service, [chainFlow(10)])
      targets.push(target(name, service, path))
    }
    return targets.flat()
  }

  async function drive({ connections, service, path, name }, forSeconds) {
    const before = { ...cpuOf(service), log: await bytesOfLog() }
    const load = { url: service.url, publicId: path, connections, seconds: forSeconds }
    const { turns, elapsed, p50, p99 } = await runLoad(name, load)
    const after = { ...cpuOf(service), log: await bytesOfLog() }
    const cpuPerTurn = (after.ours - before.ours) / turns
    const theirCpuPerTurn = (after.theirs - before.theirs) / turns
    return {
      turnsPerSecond: turns / elapsed,
      p50,
      p99,
      cpuPerTurn,
      theirCpuPerTurn,
      allCpuPerTurn: cpuPerTurn + theirCpuPerTurn,
      log: (after.log - before.log) / turns,
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
}

const floorName = 'floor on PostgreSQL'

function target(name, service, path) {
  return numbersOfConnections.map((connections) => ({ name, connections, service, path, samples: [] }))
}

/** All with one connection, then all with more, so that what is compared is measured in a row. */
function inTurns(targets) {
  return numbersOfConnections.flatMap((number) => targets.filter(({ connections }) => connections === number))
}

function measurementsOf({ name, connections, samples }, targets) {
  const column = (key, of = samples) => of.map((sample) => sample[key])
  const at = connections === 1 ? '1 connection' : `${connections} connections`
  const floor = targets.find((it) => it.name === floorName && it.connections === connections)
  const isFloor = name === floorName
  const one = (what, key, unit) =>
    measurement(
      `${name}, ${at}: ${what}`,
      column(key),
      unit,
      isFloor ? {} : ratio(column(key), column(key, floor.samples), `${floorName}, ${at}`),
    )
  return [
    one('turns', 'turnsPerSecond', 'turns/s'),
    one('p50', 'p50', 'ms'),
    one('p99', 'p99', 'ms'),
    one('CPU per turn', 'cpuPerTurn', 'ms'),
    one('CPU per turn of PostgreSQL', 'theirCpuPerTurn', 'ms'),
    one('CPU per turn of both', 'allCpuPerTurn', 'ms'),
    one('log per turn', 'log', 'bytes'),
    one('memory of a process', 'memory', 'MB'),
  ]
}
