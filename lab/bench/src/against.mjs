/**
 * Compares the service with products that give the same guarantee: a reply is durable before it is answered, and counted once. Each product
 * holds the same conversation (a start and five replies) in a separate process on this machine; they take turns in a changing order. The
 * service does more work per turn: it validates the reply, walks a flow, and stores a transcript, answers and a result. The rivals run
 * twenty lines of code.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { runCommand } from '../../../scripts/run-command.mjs'
import { programEnvironment } from '../../../scripts/system-programs.mjs'
import { drawChart } from './chart.mjs'
import { chainFlow } from './flow.mjs'
import { measurement, ratio } from './measurements.mjs'
import { publish } from './processes.mjs'

const rivalsFolder = join(import.meta.dirname, '..', 'rivals')
const known = ['dbos', 'restate']
const numbersOfConnections = [1, 32]

/** Resolves to the figures: `{ name, median, unit, runs, ratio?, to? }`. Throws for a rival that is not known. */
export async function benchAgainst(programs, { rivals, folder, chart, runs, seconds, say }) {
  const unknown = rivals.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`--against is "${unknown}": it has to be of ${known.join(', ')}.`)
  await ensureRivals(say)
  Object.assign(process.env, programEnvironment())
  const unregister = register()
  const { createDatabase, startPostgres, withClient } = await import(
    '../../../packages/storage/src/testing/postgres-cluster.ts'
  )
  const cluster = await startPostgres({ isDurable: true })
  const stops = []
  try {
    const contestants = await startAll()
    const targets = contestants.flatMap((one) =>
      numbersOfConnections.map((connections) => ({ ...one, connections, samples: [] })),
    )
    for (const target of targets) await drive(target, Math.min(2, seconds))
    for (let run = 0; run < runs; run += 1) {
      say(`run ${run + 1} of ${runs}...`)
      for (const target of rotated(targets, run * 3)) target.samples.push(await drive(target, seconds))
    }
    if (chart !== undefined) writeFileSync(chart, drawChart(barsOf(targets)))
    return targets.flatMap((target) => measurementsOf(target, targets))
  } finally {
    await Promise.all(stops.map((stop) => stop()))
    await cluster.remove()
    await unregister()
  }

  async function startAll() {
    const started = [
      await startService('Colloquy on SQLite', 'sqlite', {}),
      await startService('Colloquy on PostgreSQL', 'postgres', { DATABASE_URL: await newDatabase() }),
    ]
    if (rivals.includes('dbos')) started.push(await startDbos())
    if (rivals.includes('restate')) started.push(await startRestate())
    return started
  }

  async function startService(name, data, env) {
    const service = await programs.startService(data, env)
    stops.push(service.stop)
    const [publicId] = await publish(service, [chainFlow(10)])
    return { name, url: service.url, publicId }
  }

  async function startDbos() {
    const url = await newDatabase()
    await withClient(url, (client) => client.query(tablesOfDbos))
    const dbos = await programs.startProgram(join(rivalsFolder, 'dbos.mjs'), { DATABASE_URL: url })
    stops.push(dbos.stop)
    return { name: 'DBOS on PostgreSQL', url: dbos.url, publicId: 'chain', rivalOf: 'Colloquy on PostgreSQL' }
  }

  async function startRestate() {
    const data = join(folder, 'restate')
    const restate = await programs.startProgram(join(rivalsFolder, 'restate.mjs'), { RESTATE_DATA: data })
    stops.push(restate.stop)
    const paths = { start: '/conversation/{new}/start', reply: '/conversation/{sessionId}/reply' }
    return { name: 'Restate', url: restate.url, paths, rivalOf: 'Colloquy on SQLite' }
  }

  function newDatabase() {
    return createDatabase(cluster.url('postgres'), { isEmpty: true })
  }

  async function drive({ name, url, publicId, paths, connections }, forSeconds) {
    const load = { url, publicId, paths, connections, seconds: forSeconds }
    const { turns, elapsed, p50, p99 } = await programs.runLoad(`${name}, ${connections} connections`, load)
    return { turnsPerSecond: turns / elapsed, p50, p99 }
  }
}

const tablesOfDbos = `
  CREATE TABLE session (id TEXT PRIMARY KEY, state TEXT NOT NULL);
  CREATE TABLE answer (session TEXT, number INTEGER, content TEXT NOT NULL, PRIMARY KEY (session, number));
`

/** They are no part of the product's install. */
async function ensureRivals(say) {
  if (existsSync(join(rivalsFolder, 'node_modules'))) return
  say('Installing the rivals...')
  const { code, output } = await runCommand('npm', ['ci', '--prefix', rivalsFolder, '--no-audit', '--no-fund'])
  if (code !== 0) throw new Error(`The rivals could not be installed:\n${output}`)
}

function measurementsOf({ name, connections, samples, rivalOf }, targets) {
  const column = (key, of = samples) => of.map((sample) => sample[key])
  const other = targets.find((one) => one.name === rivalOf && one.connections === connections)
  const title = `${name}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`
  const beside = (key) => (other === undefined ? {} : ratio(column(key), column(key, other.samples), rivalOf))
  return [
    measurement(`${title}: turns`, column('turnsPerSecond'), 'turns/s', beside('turnsPerSecond')),
    measurement(`${title}: p50`, column('p50'), 'ms', beside('p50')),
    measurement(`${title}: p99`, column('p99'), 'ms', beside('p99')),
  ]
}

function barsOf(targets) {
  const many = Math.max(...numbersOfConnections)
  const bars = targets.filter(({ connections }) => connections === many)
  return bars.map(({ name, samples }) => ({
    name,
    value: measurement(
      name,
      samples.map(({ turnsPerSecond }) => turnsPerSecond),
      '',
    ).median,
  }))
}

function rotated(list, by) {
  return [...list.slice(by % list.length), ...list.slice(0, by % list.length)]
}
