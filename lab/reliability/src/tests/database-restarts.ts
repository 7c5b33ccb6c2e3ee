import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { randomFrom } from '@colloquy/engine'
import { askingBot } from '@colloquy/server/testing'
import {
  checkHistory,
  type HttpClient,
  httpClient,
  publishBot,
  type ServiceProcess,
  startServiceProcess,
} from '@colloquy/server/testing/process'
import { connectionsOfProcess } from '@colloquy/storage'
import { type Cluster, createDatabase, startPostgres, withClient } from '@colloquy/storage/testing'
import { counted, maximum } from '../counts.js'
import { Visitor } from '../harness/visitor.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

const repliesPerSession = 8
const maxConnections = 40

/** Injects a fault into the database while visitors talk, and resolves once the database is fully available again. */
type Fault = (cluster: Cluster, url: string) => Promise<unknown>

const faults: Record<string, Fault> = {
  'a restart': (cluster) => cluster.stop('fast').then(cluster.start),
  'a restart without waiting': (cluster) => cluster.stop('immediate').then(cluster.start),
  'a kill of all its processes': async (cluster) => {
    await cluster.signal('SIGKILL')
    await cluster.start()
  },
  'a cut of all connections': async (_, url) => {
    for (let cuts = 0; cuts < 3; cuts++) {
      await withClient(url, (client) => client.query(cutSql))
      await sleep(100)
    }
  },
  'a standstill': async (cluster) => {
    await cluster.signal('SIGSTOP')
    await sleep(1_500)
    await cluster.signal('SIGCONT')
  },
  'no connection left': async (_, url) => takeAllConnections(url, () => sleep(500)),
}

const cutSql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'colloquy'"

/**
 * Restarts, kills, halts and overloads a separate PostgreSQL under load. The process survives, rejects requests that it cannot handle only
 * with 503, is ready within two seconds after the database is, and needs no more connections than before. No answered turn is lost, or
 * repeated differently. The negative control is a database that does not wait for its disk.
 */
export async function restartDatabase(options: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const more = [`max_connections=${maxConnections}`]
  const report = await withCluster(more, (cluster) => disturb(cluster, options))
  return { ...report, controls: [await forgetfulDatabase(join(options.folder, 'control'))] }
}

async function withCluster<Result>(more: string[], work: (cluster: Cluster) => Promise<Result>): Promise<Result> {
  const cluster = await startPostgres({ isDurable: true, more })
  try {
    return await work(cluster)
  } finally {
    await cluster.remove()
  }
}

async function disturb(
  cluster: Cluster,
  { folder, seed, goesOn }: ReliabilityTestOptions,
): Promise<ReliabilityTestReport> {
  const random = randomFrom(seed)
  const problems: string[] = []
  const url = await createDatabase(cluster.url('postgres'), { isEmpty: true })
  const service = await startServiceProcess(join(folder, 'data'), { DATABASE_URL: url, LOG_LEVEL: 'silent' })
  await publishBot(service.url, askingBot('steady', repliesPerSession))
  const http = httpClient()
  const visitors = newVisitors('steady', 8)
  const rejected = { count: 0 }
  const names = Object.keys(faults)
  let tries = 0
  let slowestMs = 0
  try {
    for (; problems.length === 0 && goesOn(tries); tries++) {
      const talk = talkOn(visitors, http, service, rejected, problems)
      await sleep(100 + random() * 200)
      await faults[names[tries % names.length] as string]?.(cluster, url)
      const backAfter = await untilReady(service)
      slowestMs = Math.max(slowestMs, backAfter)
      if (backAfter > 2_000) problems.push(`After ${names[tries % names.length]} it was ready in ${backAfter} ms.`)
      await talk.stop()
      problems.push(...(await askAgain(visitors, http, service)))
    }
    const connections = await countConnections(url)
    if (connections > connectionsOfProcess) problems.push(`${connections} connections are open at the end.`)
  } catch (error) {
    problems.push(`After ${names[tries % names.length]}: ${inspect(error)}. The service said: ${service.output()}`)
  } finally {
    http.close()
    const code = await service.end('SIGTERM')
    if (code !== 0) problems.push(`The service ended with ${code}.`)
  }
  const history = visitors.flatMap((visitor) => visitor.history)
  problems.push(...(await checkHistory(url, history)))
  return {
    tries,
    counts: counted`${tries} times one of: ${names.join(', ')}; ${history.length} turns, ${rejected.count} refused for
      the moment; ready after ${maximum(slowestMs)} ms at most`,
    problems,
  }
}

const newVisitors = (bot: string, count: number) =>
  Array.from({ length: count }, (_, index) => new Visitor({ bot, repliesPerSession, name: `${bot}-${index}` }))

/** Lets visitors talk until they are stopped; a request that is rejected temporarily is sent again with its key. */
function talkOn(
  visitors: readonly Visitor[],
  http: HttpClient,
  { url }: ServiceProcess,
  rejected: { count: number },
  problems: string[],
) {
  const isOver = { now: false }
  const talking = visitors.map(async (visitor) => {
    while (!isOver.now) {
      const response = await visitor.say(http, url)
      if (response?.status === 503) {
        rejected.count += 1
        await sleep(20)
      } else if (response?.status !== 200) {
        problems.push(`A visitor was answered ${response?.status ?? 'nothing'}: ${response?.text ?? ''}`)
        return
      }
    }
  })
  return {
    async stop() {
      isOver.now = true
      await Promise.all(talking)
    },
  }
}

async function askAgain(visitors: readonly Visitor[], http: HttpClient, { url }: ServiceProcess): Promise<string[]> {
  return (await Promise.all(visitors.map((visitor) => visitor.askAgain(http, url)))).flat()
}

/** In milliseconds. */
async function untilReady({ url }: ServiceProcess): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < 30_000) {
    const response = await fetch(`${url}/ready`)
    await response.arrayBuffer()
    if (response.ok) break
    await sleep(20)
  }
  return performance.now() - began
}

async function countConnections(url: string): Promise<number> {
  const sql = "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'colloquy'"
  return withClient(url, async (client) => (await client.query(sql)).rows[0].count)
}

/** Connects until the database accepts no more connections, then waits, and closes them all. */
async function takeAllConnections(url: string, whileTaken: () => Promise<unknown>, taken = 0): Promise<void> {
  if (taken > maxConnections) throw new Error('The database accepts more connections than configured.')
  let isFull = true
  await withClient(url, async () => {
    isFull = false
    await takeAllConnections(url, whileTaken, taken + 1)
  }).catch((error: { code?: string }) => {
    if (!isFull || error.code !== '53300') throw error
  })
  if (isFull) await whileTaken()
}

/** The same kill of a database that answers before it has written (synchronous_commit=off): turns must be missing. */
async function forgetfulDatabase(folder: string) {
  const problems = await withCluster(['synchronous_commit=off'], async (cluster) => {
    const url = await createDatabase(cluster.url('postgres'), { isEmpty: true })
    const service = await startServiceProcess(folder, { DATABASE_URL: url, LOG_LEVEL: 'silent' })
    await publishBot(service.url, askingBot('forgotten', repliesPerSession))
    await withClient(url, async (client) => {
      await client.query('CHECKPOINT')
      // It would write the log a moment later, and written data survives a kill.
      const { rows } = await client.query("SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'")
      process.kill(rows[0].pid, 'SIGSTOP')
    })
    const http = httpClient()
    const visitors = newVisitors('forgotten', 4)
    for (let said = 0; said < 20; said++) await Promise.all(visitors.map((visitor) => visitor.say(http, service.url)))
    await cluster.signal('SIGKILL')
    http.close()
    await service.end('SIGKILL')
    await cluster.start()
    const history = visitors.flatMap((visitor) => visitor.history)
    return checkHistory(url, history)
  })
  return { name: 'synchronous_commit=off', found: problems.length > 0 ? 1 : 0, of: 1 }
}
