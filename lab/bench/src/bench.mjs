/**
 * `npm run bench`: what a turn costs, beside a floor measured in the same run.
 *
 * The built service runs as a process of its own, the load comes from another, and two floors are a third and a fourth: a
 * bare route that reads one row and makes as many rows durable, in a transaction of its own or in one that it shares. The runs of
 * all targets are interleaved, in a changing order, so that whatever else the machine does hits all of them alike; figures are
 * medians over the runs, ratios are medians of the ratios within each run.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../../../scripts/build.mjs'
import { ensureInstalled } from '../../../scripts/install.mjs'
import { readOptions } from '../../../scripts/read-options.mjs'
import { benchAgainst } from './against.mjs'
import { chainFlow, worksOf } from './flow.mjs'
import { measurement, printMeasurements, ratio } from './measurements.mjs'
import { benchPostgres, canBenchPostgres } from './postgres.mjs'
import { processes, publish, usage } from './processes.mjs'
import { benchReplays } from './replay.mjs'
import { benchServiceReplays } from './service-replays.mjs'
import { benchStreams } from './streams.mjs'

const here = import.meta.dirname

const help = `npm run bench -- [options]

  --seconds N   how long each target is measured in each run; 3 unless given
  --runs N      runs, of which medians are taken; 5 unless given
  --only D      sqlite or postgres, in place of both
  --against R   dbos, restate or both with a comma: only these, beside the service; they are downloaded first
  --chart FILE  of that comparison, as SVG
  --json        the figures as JSON`
const {
  seconds = 3,
  runs = 5,
  only,
  against,
  chart,
  json = false,
} = readOptions(help, {
  seconds: 'number',
  runs: 'number',
  only: ['sqlite', 'postgres'],
  against: 'text',
  chart: 'text',
  json: 'flag',
})
const say = (line) => console.error(line)

const flowSizes = [10, 100, 500, 2000]
const smallest = flowSizes[0]
const folder = mkdtempSync(join(tmpdir(), 'colloquy-bench-'))
const programs = processes(folder)
const { startService, startProgram, runLoad, killAll } = programs
const web = createServer((_, response) => response.end('{"answer":42}'))

try {
  await ensureInstalled(say)
  await ensureBuilt(say)
  const measurements =
    against === undefined
      ? await benchService()
      : await benchAgainst(programs, { rivals: against.split(','), folder, chart, runs, seconds, say })
  printMeasurements(measurements, { json, runs, seconds })
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  killAll()
  web.close()
  rmSync(folder, { recursive: true, force: true })
}

async function benchService() {
  const measurements = []
  if (only !== 'postgres') {
    const replays = await benchReplays(runs)
    measurements.push(...replays.measurements)
    measurements.push(...(await benchServiceReplays(programs, { folder, runs, say, engine: replays.engine })))
    measurements.push(...(await benchSqlite()))
    measurements.push(...(await benchStreams(programs, { runs, seconds, say })))
  }
  killAll()
  if (only !== 'sqlite' && canBenchPostgres())
    measurements.push(...(await benchPostgres(programs, { runs, seconds, say })))
  else if (only !== 'sqlite') say('PostgreSQL is passed over: its programs are not on this machine.')
  return measurements
}

/** On the database that is built in. Resolves to the figures: `{ name, median, unit, runs, ratio?, to? }`. */
async function benchSqlite() {
  const starts = await measureStarts()
  const service = await startService('live')
  const floor = await startFloor('floor', {})
  const sharing = await startFloor('floor-sharing', { FLOOR_SHARES: '1' })
  const bots = await publish(
    service,
    flowSizes.map((size) => chainFlow(size)),
  )
  const works = await publishWorks()
  const targets = [
    {
      name: 'service, 1 connection',
      process: service,
      path: bots[0],
      connections: 1,
      floor: 'floor, 1 connection',
    },
    { name: 'floor, 1 connection', process: floor, path: 'floor', connections: 1 },
    {
      name: 'service, 32 connections',
      process: service,
      path: bots[0],
      connections: 32,
      floor: 'floor, 32 connections',
      sharing: 'floor that shares transactions, 32 connections',
    },
    { name: 'floor, 32 connections', process: floor, path: 'floor', connections: 32 },
    {
      name: 'floor that shares transactions, 32 connections',
      process: sharing,
      path: 'floor',
      connections: 32,
    },
    ...works,
    ...flowSizes.map((size, index) => ({
      name: `flow of ${size} blocks`,
      process: service,
      path: bots[index],
      connections: 32,
      smallest: `flow of ${smallest} blocks`,
    })),
  ]
  for (const target of targets) await drive(target, Math.min(1, seconds))
  const taken = new Map(targets.map(({ name }) => [name, []]))
  for (let run = 0; run < runs; run += 1) {
    say(`run ${run + 1} of ${runs}...`)
    for (const target of rotate(targets, run * 3)) taken.get(target.name).push(await drive(target, seconds))
  }
  return [...starts, ...targets.flatMap((target) => measurementsOf(target, taken))]
}

function measurementsOf(target, taken) {
  const own = taken.get(target.name)
  const column = (key, samples = own) => samples.map((sample) => sample[key])
  const beside = (key, name) =>
    name === undefined || name === target.name ? {} : ratio(column(key), column(key, taken.get(name)), name)
  const other = target.floor ?? target.smallest ?? target.plain
  const measurements = [
    measurement(
      `${target.name}: turns`,
      column('turnsPerSecond'),
      'turns/s',
      beside('turnsPerSecond', target.floor ?? target.plain),
    ),
    measurement(`${target.name}: time per turn`, column('msPerTurn'), 'ms', beside('msPerTurn', other)),
    measurement(`${target.name}: p50`, column('p50'), 'ms', beside('p50', other)),
    measurement(`${target.name}: p99`, column('p99'), 'ms', beside('p99', other)),
  ]
  // Processor time and memory come from the kernel's process table, which not every system has.
  if (own[0].cpuPerTurn !== undefined) {
    measurements.push(
      measurement(`${target.name}: CPU per turn`, column('cpuPerTurn'), 'ms', beside('cpuPerTurn', other)),
    )
    measurements.push(measurement(`${target.name}: memory`, column('memory'), 'MB', beside('memory', target.floor)))
  }
  if (target.sharing === undefined) return measurements
  const name = `${target.name}, beside shared transactions`
  measurements.push(
    measurement(`${name}: turns`, column('turnsPerSecond'), 'turns/s', beside('turnsPerSecond', target.sharing)),
  )
  if (own[0].cpuPerTurn !== undefined)
    measurements.push(
      measurement(`${name}: CPU per turn`, column('cpuPerTurn'), 'ms', beside('cpuPerTurn', target.sharing)),
    )
  return measurements
}

/** Loads one target for some seconds from another process, and reads the processor time that it took there. */
async function drive({ name, process: target, path, connections }, forSeconds) {
  const before = usage(target.pid)
  const load = { url: target.url, publicId: path, connections, seconds: forSeconds }
  const { turns, elapsed, p50, p99 } = await runLoad(name, load)
  const after = usage(target.pid)
  const sample = { turnsPerSecond: turns / elapsed, msPerTurn: (elapsed * 1000) / turns, p50, p99 }
  if (before === undefined || after === undefined) return sample
  return { ...sample, cpuPerTurn: (after.cpuMs - before.cpuMs) / turns, memory: after.memory }
}

/**
 * From the moment of starting the process to the first good answer on /ready: on a fresh data folder, then on the same one again.
 * And the memory of a service that has nothing to do.
 */
async function measureStarts() {
  const samples = { cold: [], second: [], memory: [] }
  for (let run = 0; run < runs; run += 1) {
    const first = await startService(`start-${run}`)
    samples.cold.push(first.startedIn)
    await first.stop()
    const again = await startService(`start-${run}`)
    samples.second.push(again.startedIn)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    samples.memory.push(usage(again.pid)?.memory ?? 0)
    await again.stop()
  }
  return [
    measurement('cold start', samples.cold, 'ms'),
    measurement('second start', samples.second, 'ms'),
    measurement('idle memory', samples.memory, 'MB'),
  ]
}

/**
 * Turns that do some work beside talking, each told in terms of the plain turn of the same service; and that one in terms of a
 * service in which no script and no request ever ran.
 */
async function publishWorks() {
  await new Promise((resolve) => web.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${web.address().port}`
  const service = await startService('working', { EGRESS_ALLOW: host })
  const works = Object.entries(worksOf(`http://${host}/`))
  const [plain, ...paths] = await publish(service, [
    chainFlow(smallest),
    ...works.map(([, work]) => chainFlow(smallest, work)),
  ])
  const name = 'plain turn beside scripts and requests'
  const common = { process: service, connections: 1 }
  return [
    { ...common, name, path: plain, plain: 'service, 1 connection' },
    ...works.map(([work], index) => ({ ...common, name: `turn with ${work}`, path: paths[index], plain: name })),
  ]
}

function startFloor(name, more) {
  return startProgram(join(here, 'floor.mjs'), { COLLOQUY_DATA: join(folder, name), ...more })
}

function rotate(list, by) {
  return [...list.slice(by % list.length), ...list.slice(0, by % list.length)]
}
