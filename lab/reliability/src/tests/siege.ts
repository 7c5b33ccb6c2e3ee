import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultLimits, type Limits } from '@colloquy/server/limits'
import {
  checkHistory,
  type InstanceData,
  newInstance,
  publishBot,
  startServiceProcess,
} from '@colloquy/server/testing/process'
import { counted, maximum } from '../counts.js'
import type { NegativeControl, ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'
import type { AttackReport } from './siege/attack.js'
import { type SiegeReport, startAttackers } from './siege/attackers.js'
import { startBareServer } from './siege/bare-server.js'
import { diskBytes } from './siege/disk-bytes.js'
import { watchHealth } from './siege/health-watch.js'
import { HealthyAuthor } from './siege/healthy-author.js'
import { healthyBots, healthyShares } from './siege/healthy-bots.js'
import { HealthyLoad, percentile } from './siege/healthy-load.js'
import { startHealthyServers } from './siege/healthy-servers.js'
import { pageOfReplies } from './siege/hosted-pages.js'
import { memoryLimit, watchMemory } from './siege/memory-limit.js'
import { plantSeeds, type SeedSize } from './siege/seeds.js'

const memoryBytes = 2 ** 30
/**
 * Memory that may remain in use after a siege: compiled flows, which take several times the size of their source, and memory that V8 does
 * not return.
 */
const keptBytes = 4 * defaultLimits.compiledFlowBytes
/**
 * A reply is stored in its request, its turn, its answer and the state of its session; a flow in its draft, its release and its changes.
 */
const storedCopies = 4
/** Disk space for the data of attacks in requests that are too small to count. */
const smallStoredBytes = 64_000_000
const maxStandstillMs = 1_000
/** More than a busy machine causes by itself. */
const certainStillMs = 3 * maxStandstillMs
/** As a multiple of the time of a bare server that suffers the same. */
const maxFactorOfBareServer = 2.5
/** A few documents, each of which may take `documentMilliseconds`, and what a busy machine adds. */
const maxAuthorMs = 30_000
const draftsAlone = 30
const draftsBeside = 4
/** Turns that an attack began may take their full time after it. */
const settleSeconds = 90
const patienceMs = 15_000
const maxControlSeconds = 30

/**
 * Hostile visitors and a hostile author do everything that limits protect against to an instance of 1 GB, all at the same time, while
 * visitors of another workspace talk at a steady rate. Those visitors lose nothing and all their requests succeed; the process survives,
 * and its memory and disk usage stay within the limits. Standstills are judged only if nothing else runs on the machine; response times and
 * the memory that remains in use afterwards are goals, which a report names if they are missed. A bare server beside the service shows what
 * the machine allows at the same time.
 */
export async function besiege(options: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const { folder, newData, isAlone } = options
  const calmSeconds = isAlone ? 30 : 3
  const siege = await besieged(await newData(join(folder, 'besieged')), { ...options, calmSeconds })
  if (siege.problems.length > 0) for (const attack of siege.attacks) console.log(`    ${describeAttack(attack)}`)
  const control = await negativeControlOf(await newData(join(folder, 'control')), options)
  return { ...siege, controls: [control] }
}

interface SiegeOptions extends Pick<ReliabilityTestOptions, 'database' | 'goesOn' | 'isAlone' | 'storedResults'> {
  calmSeconds: number
  /** Names of attacks; all by default. */
  names?: readonly string[]
}

export async function besieged(
  data: InstanceData,
  { database, goesOn, isAlone, storedResults, calmSeconds, names }: SiegeOptions,
): Promise<ReliabilityTestReport & { attacks: readonly AttackReport[] }> {
  const seeds = { drafts: isAlone ? draftsAlone : draftsBeside, results: storedResults }
  const besieged = await startBesieged(data, { limits: {}, isAside: true, seeds })
  const { service, load, author, memory } = besieged
  const disk = () => diskBytes(data, database)
  const bare = await startBareServer(`${data.folder}-bare-server.log`)
  load.start()
  await besieged.last(calmSeconds / 3)
  const calm = await besieged.last(calmSeconds)
  const before = { memory: await memory.now(), disk: await disk() }

  const watch = watchHealth(service.url)
  author.start()
  const { seconds, under } = await besieged.attack(names, goesOn)
  const waits = await author.stop()
  const stillMs = watch.maxMs
  await watch.stop()
  const report = await besieged.attackers.stop()
  const { ended } = besieged
  const peak = memory.peak
  const grown = (await disk()) - before.disk

  const allowedMemory = before.memory + keptBytes
  const left = isAlone ? await besieged.settle(allowedMemory) : undefined
  const after = await besieged.last(calmSeconds)
  await load.stop(patienceMs)
  await bare.stop()
  const code = await besieged.end()
  const { history } = load

  const quietMs = percentile(load.timesBetween(...calm), 0.99)
  const siegeMs = percentile(load.timesBetween(...under), 0.99)
  const byBot = [...new Set(healthyShares)].map((bot) => {
    const ms = percentile(load.timesBetween(...under, bot), 0.99)
    return `${ms.toFixed(1)} ${bot}`
  })
  const bareMs = (stretch: readonly [number, number]) => percentile(bare.timesBetween(...stretch), 0.99)
  const timesBare = siegeMs / bareMs(under)
  const afterMs = percentile(load.timesBetween(...after), 0.99)
  const budget = storedCopies * sum(report.reports, ({ allowedBytes }) => allowedBytes) + smallStoredBytes
  const problems = [
    ...(ended === undefined ? [] : [`The service ended with ${ended} during the siege: ${causeOf(service.output())}`]),
    ...(ended === undefined && code !== 0
      ? [`The service ended with ${code} after SIGTERM: ${causeOf(service.output())}`]
      : []),
    ...grouped(load.failures).map((failure) => `A healthy visitor was answered ${failure}`),
    ...(await checkHistory(data.storage, history)),
    ...report.problems,
    ...problemsOfAttacks(report),
    ...author.failures.map((failure) => `Another author failed: ${failure}`),
    ...beyond('Bytes of memory', peak, memoryBytes),
    ...beyond('Bytes of disk', grown, budget),
    ...(isAlone
      ? [
          ...beyond('Milliseconds without an answer to /healthz', stillMs, maxStandstillMs),
          ...beyond('Milliseconds until a site of another author was read', longest(waits.sites), maxAuthorMs),
          ...beyond('Milliseconds of a run of tests of another author', longest(waits.tests), maxAuthorMs),
        ]
      : []),
  ]
  const missedGoals = isAlone
    ? [
        ...beyond('Bytes of memory kept after the siege', left ?? 0, allowedMemory),
        ...(timesBare > maxFactorOfBareServer
          ? [
              `99th percentile of response times: ${timesBare.toFixed(1)} times that of a bare server, at most ${maxFactorOfBareServer} allowed.`,
            ]
          : []),
      ]
    : []
  const attacks = String(report.reports.length)
  const strikes = sum(report.reports, (one) => one.strikes)
  return {
    tries: seconds,
    counts: counted`${attacks} attacks at once for ${seconds} s, ${strikes} strikes in ${maximum(report.cpuMs / 1000)} s of
      processor time; ${history.length} turns of others, 99 % of
      them within ${quietMs.toFixed(1)} ms before, ${siegeMs.toFixed(1)} ms during (${byBot.join(', ')}) and ${afterMs.toFixed(1)} ms after the siege;
      a bare server beside it, which only syncs a record, ${bareMs(calm).toFixed(1)} and ${bareMs(under).toFixed(1)} ms:
      ${timesBare.toFixed(1)} times that during the siege; ${waits.sites.length} sites of another author read within
      ${maximum(longest(waits.sites))} ms each, and ${waits.tests.length} of their tests run within ${maximum(longest(waits.tests))} ms;
      ${maximum(stillMs)} ms without an answer to /healthz at most; ${maximum(peak / 1e6)} MB of memory at most (limit by
      ${besieged.memoryKind}), ${maximum(before.memory / 1e6)} MB before and ${maximum((left ?? 0) / 1e6)} MB after; ${maximum(grown / 1e6)}
      MB of disk, of ${maximum(budget / 1e6)} MB that limits allow`,
    problems,
    missedGoals,
    attacks: report.reports,
  }
}

/** "guesses at tokens and sessions: 512 strikes, 60 × 401, 452 × 429". */
export function describeAttack({ name, strikes, statuses, errorCounts }: AttackReport): string {
  const outcomes = [...Object.entries(statuses), ...Object.entries(errorCounts)]
  return `${name}: ${[`${strikes} strikes`, ...outcomes.map(([what, count]) => `${count} × ${what}`)].join(', ')}`
}

/** If limits are raised so far that one attack works, the siege must notice it. */
async function negativeControlOf(data: InstanceData, { database }: ReliabilityTestOptions): Promise<NegativeControl> {
  const limits = { textReplyBytes: 1e6, sessionBytes: 1e9, hostedPageBytes: 1e9, hostedPageTurns: 1e6 }
  const besieged = await startBesieged(data, { limits, isAside: false, seeds: { drafts: 1, results: 3 } })
  const watch = watchHealth(besieged.service.url)
  const isNoticed = () => besieged.ended !== undefined || watch.maxMs > certainStillMs
  await besieged.attack([pageOfReplies.name], (seconds) => seconds < maxControlSeconds && !isNoticed())
  const found = isNoticed() ? 1 : 0
  await besieged.attackers.stop()
  await watch.stop()
  await besieged.end('SIGKILL')
  return { name: `hosted pages without limits (${database})`, found, of: 1 }
}

interface BesiegedOptions {
  limits: Partial<Limits>
  /** See `startAttackers`. */
  isAside: boolean
  seeds: SeedSize
}

/** A service of 1 GB with healthy visitors and a healthy author who have not started yet, and attackers who wait. */
async function startBesieged(data: InstanceData, { limits, isAside, seeds: size }: BesiegedOptions) {
  const healthy = await startHealthyServers()
  const attackers = await startAttackers({ isAside })
  const limit = await memoryLimit(memoryBytes)
  const hostile = await newInstance(data)
  const seeds = await plantSeeds(data, hostile, size)
  const env = {
    ...data.env,
    ...limit.env,
    ...attackers.env([healthy.host]),
    COLLOQUY_RATE_LIMIT: 'on',
    COLLOQUY_LIMITS: JSON.stringify(limits),
    LOG_LEVEL: 'fatal',
  }
  const service = await startServiceProcess(data.folder, env, { under: limit.under })
  for (const bot of healthyBots(`http://${healthy.host}/`)) await publishBot(service.url, bot)
  const memory = watchMemory(service.pid)
  let ended: number | string | undefined
  void service.ended.then((code) => {
    ended = code
  })
  return {
    service,
    attackers,
    memory,
    memoryKind: limit.kind,
    load: new HealthyLoad(service.url, healthyShares),
    author: new HealthyAuthor(service.url, healthy.host),
    /** How the service ended, if it did so by itself. */
    get ended() {
      return ended
    },
    /** Waits for this many seconds, and returns the start and end of that period. */
    async last(seconds: number): Promise<[from: number, to: number]> {
      const from = performance.now()
      await Promise.race([sleep(seconds * 1000), service.ended])
      return [from, performance.now()]
    },
    async attack(names: readonly string[] | undefined, goesOn: (seconds: number) => boolean) {
      const from = performance.now()
      const seconds = () => Math.floor((performance.now() - from) / 1000)
      attackers.attack({ url: service.url, ...hostile, seeds, target: attackers.target }, names)
      while (ended === undefined && goesOn(seconds())) await sleep(250)
      return { seconds: seconds(), under: [from, performance.now()] as const }
    },
    /** Waits up to `settleSeconds` until no more memory than that is used; returns how much is used. */
    async settle(bytes: number): Promise<number> {
      for (let second = 0; second < settleSeconds && (await memory.now()) > bytes; second++) await sleep(1_000)
      return memory.now()
    },
    /** Resolves to how it ended; kills it if it does not end in time. */
    async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | string> {
      const killing = setTimeout(() => void service.end('SIGKILL'), patienceMs)
      const code = await service.end(signal)
      clearTimeout(killing)
      memory.stop()
      healthy.close()
      await limit.remove()
      return code
    },
  }
}

const longest = (waits: readonly number[]) => Math.max(0, ...waits)

function beyond(what: string, value: number, limit: number): string[] {
  return value > limit ? [`${what}: ${Math.round(value)}, at most ${Math.round(limit)} allowed.`] : []
}

/** Attacks that were never made, and answers to them that no limit explains. */
function problemsOfAttacks({ reports }: SiegeReport): string[] {
  return reports.flatMap(({ name, strikes, statuses, missed }) => [
    ...(strikes === 0 ? [`The attack "${name}" was never made.`] : []),
    ...(missed ? [`The attack "${name}" was never answered ${missed}.`] : []),
    ...(statuses[500] ? [`The attack "${name}" was answered 500 ${statuses[500]} times.`] : []),
  ])
}

/** The most informative line of a process's last output. */
function causeOf(output: string): string {
  const lines = output.trim().split('\n')
  return (lines.find((line) => /fatal|error/i.test(line)) ?? lines.at(-1) ?? '').slice(0, 300)
}

/** Each line once, with the number of its occurrences. */
function grouped(lines: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].map(([line, count]) => `${line} (${count} times)`)
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}
