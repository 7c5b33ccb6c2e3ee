/**
 * `npm run bench [-- --json] [-- --seconds N] [-- --runs N]`: what a turn costs, beside a floor measured in the same run.
 *
 * The built service runs as a process of its own, the load comes from another, and the floor is a third: a bare route that
 * reads one row and makes one durable transaction. The runs of all targets are interleaved, in a changing order, so that
 * whatever else the machine does hits all of them alike; figures are medians over the runs, ratios are medians of the ratios
 * within each run.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chainFlow } from './bench-flow.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '3' },
    runs: { type: 'string', default: '5' },
  },
})
const seconds = positive('seconds')
const runs = positive('runs')
const say = (line) => console.error(line)

const flowSizes = [10, 100, 500, 2000]
const smallest = flowSizes[0]
const startWithinMs = 30_000
const children = []
const folder = mkdtempSync(join(tmpdir(), 'colloquy-bench-'))

try {
  await ensureInstalled(say)
  await ensureBuilt(say)
  print(await bench())
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}

/** Measures everything and resolves to the figures: `{ name, median, unit, runs, ratio?, to? }`. */
async function bench() {
  const coldStarts = await measureColdStarts()
  const service = await startService('live')
  const floor = await startFloor()
  const bots = await publishFlows(service)
  const targets = [
    {
      name: 'service, 1 connection',
      process: service,
      path: bots[smallest],
      connections: 1,
      floor: 'floor, 1 connection',
    },
    { name: 'floor, 1 connection', process: floor, path: 'floor', connections: 1 },
    {
      name: 'service, 32 connections',
      process: service,
      path: bots[smallest],
      connections: 32,
      floor: 'floor, 32 connections',
    },
    { name: 'floor, 32 connections', process: floor, path: 'floor', connections: 32 },
    ...flowSizes.map((size) => ({
      name: `flow of ${size} blocks`,
      process: service,
      path: bots[size],
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
  return [figure('cold start', coldStarts, 'ms'), ...targets.flatMap((target) => figuresOf(target, taken))]
}

function figuresOf(target, taken) {
  const own = taken.get(target.name)
  const column = (key, samples = own) => samples.map((sample) => sample[key])
  const beside = (key, name) =>
    name === undefined || name === target.name ? {} : ratio(column(key), column(key, taken.get(name)), name)
  const other = target.floor ?? target.smallest
  const figures = [
    figure(`${target.name}: turns`, column('turnsPerSecond'), 'turns/s', beside('turnsPerSecond', target.floor)),
    figure(`${target.name}: time per turn`, column('msPerTurn'), 'ms', beside('msPerTurn', other)),
    figure(`${target.name}: p50`, column('p50'), 'ms', beside('p50', other)),
    figure(`${target.name}: p99`, column('p99'), 'ms', beside('p99', other)),
  ]
  // Processor time and memory come from the kernel's process table, which not every system has.
  if (own[0].cpuPerTurn !== undefined) {
    figures.push(figure(`${target.name}: CPU per turn`, column('cpuPerTurn'), 'ms', beside('cpuPerTurn', other)))
    figures.push(figure(`${target.name}: memory`, column('memory'), 'MB', beside('memory', target.floor)))
  }
  return figures
}

/** Loads one target for some seconds from another process, and reads the processor time that it took there. */
async function drive({ name, process: target, path, connections }, forSeconds) {
  const before = usage(target.pid)
  const load = { url: `${target.url}/api/v1`, publicId: path, connections, seconds: forSeconds }
  const { turns, elapsed, p50, p99, failures, firstFailure } = await runLoad(load)
  const after = usage(target.pid)
  if (failures > 0) throw new Error(`${name}: ${failures} requests failed, the first with: ${firstFailure}`)
  if (turns === 0) throw new Error(`${name}: no turn was answered within ${forSeconds} s.`)
  const sample = { turnsPerSecond: turns / elapsed, msPerTurn: (elapsed * 1000) / turns, p50, p99 }
  if (before === undefined || after === undefined) return sample
  return { ...sample, cpuPerTurn: (after.cpuMs - before.cpuMs) / turns, memory: after.memory }
}

async function runLoad(load) {
  const child = spawn(process.execPath, [join(root, 'scripts', 'bench-load.mjs'), JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let text = ''
  for await (const part of child.stdout.setEncoding('utf8')) text += part
  if (text === '') throw new Error('The process that makes the load ended without a report.')
  return JSON.parse(text)
}

/** From the moment of starting the process to the first good answer on /ready, each time on a fresh data folder. */
async function measureColdStarts() {
  const times = []
  for (let run = 0; run < runs; run += 1) {
    const service = await startService(`cold-${run}`)
    times.push(service.startedIn)
    await service.stop()
  }
  return times
}

async function startService(name) {
  const main = join(root, 'packages', 'server', 'dist', 'main.js')
  if (!existsSync(main))
    throw new Error('There is no built service: `npm run build` should have made packages/server/dist/main.js.')
  const token = randomBytes(32).toString('base64url')
  const env = {
    COLLOQUY_DATA: join(folder, name),
    COLLOQUY_ADMIN_TOKEN: token,
    COLLOQUY_RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
  }
  return { ...(await startProcess(main, env)), token }
}

function startFloor() {
  return startProcess(join(root, 'scripts', 'bench-floor.mjs'), { COLLOQUY_DATA: join(folder, 'floor') })
}

async function startProcess(main, env) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, [main], {
    cwd: root,
    env: { ...inherited, ...env, PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-4000)
    })
  }
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`${main} ended before it was ready:\n${output}`)
    if (performance.now() - started > startWithinMs) throw new Error(`${main} was not ready within 30 s:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { url, pid: child.pid, startedIn: performance.now() - started, stop }
}

async function isReady(url) {
  try {
    const response = await fetch(`${url}/ready`)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

/** Brings in and publishes a flow of each size; resolves to public ids by size. */
async function publishFlows({ url, token }) {
  const call = async (method, path, body) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers,
      body: body === undefined ? body : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 500)}`)
    return JSON.parse(text)
  }
  const { workspace } = await call('POST', '/workspaces', { name: 'Bench' })
  const ids = {}
  for (const size of flowSizes) {
    const { bot } = await call('POST', '/bots/import', { workspaceId: workspace.id, bot: chainFlow(size) })
    await call('POST', `/bots/${bot.id}/publish`, {})
    ids[size] = (await call('GET', `/bots/${bot.id}`)).bot.publicId
  }
  return ids
}

/** Processor time so far in ms and resident memory in MB; undefined where the system has no process table to read. */
function usage(pid) {
  if (!existsSync(`/proc/${pid}/stat`)) return undefined
  // The name in the second field may hold spaces; fields are counted from behind its closing bracket. A tick is 10 ms.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * 10, memory: Number(resident?.[1] ?? 0) / 1024 }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

function figure(name, samples, unit, more = {}) {
  return { name, median: rounded(median(samples)), unit, runs: samples.length, ...more }
}

function ratio(own, others, to) {
  return { ratio: rounded(median(own.map((value, run) => value / others[run]))), to }
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function rounded(number) {
  return Number(number.toPrecision(4))
}

function rotate(list, by) {
  return [...list.slice(by % list.length), ...list.slice(0, by % list.length)]
}

function print(figures) {
  if (values.json) {
    for (const one of figures) console.log(JSON.stringify(one))
    return
  }
  const width = Math.max(...figures.map(({ name }) => name.length))
  for (const { name, median: value, unit, ratio: part, to } of figures) {
    const beside = part === undefined ? '' : `  (${part} of ${to})`
    console.log(`${name.padEnd(width)}  ${String(value).padStart(9)} ${unit}${beside}`)
  }
  console.log(`\nMedians of ${runs} runs of ${seconds} s each.`)
}

function positive(name) {
  const number = Number(values[name])
  if (Number.isFinite(number) && number > 0) return name === 'runs' ? Math.ceil(number) : number
  console.error(`--${name} is ${values[name]}: it has to be a number above 0.`)
  process.exit(2)
}
