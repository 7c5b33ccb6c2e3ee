import { cp, mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '@colloquy/engine'
import { askingBot } from '@colloquy/server/testing'
import {
  adminToken,
  checkHistory,
  type HttpClient,
  httpClient,
  publishBot,
  type ServiceProcess,
  startServiceProcess,
} from '@colloquy/server/testing/process'
import { inspectDatabase } from '@colloquy/storage/testing'
import { counted } from '../counts.js'
import { Visitor } from '../harness/visitor.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

const bytesOfDisk = 64_000_000
const repliesPerSession = 4
/** More than fit into a write-ahead log that has grown before and is written again from its beginning. */
const maxTurns = 2_000

/**
 * Fills the disk under load and empties it again, on a separate file system for the service. While it is full, no turn is answered that is
 * not stored, reads work, and the process survives; once there is free space, rejected requests are accepted when they are repeated,
 * without a restart.
 */
export async function fillDisk({ folder, seed, goesOn }: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const random = randomFrom(seed)
  const data = join(folder, 'data')
  await mkdir(data, { recursive: true })
  const mount = `mount -t tmpfs -o size=${bytesOfDisk} tmpfs "$0" && exec "$@"`
  const service = await startServiceProcess(data, {}, { under: ['unshare', '-m', 'sh', '-c', mount, data] })
  const disk = `/proc/${service.pid}/root${data}`
  const http = httpClient()
  const visitors = Array.from(
    { length: 8 },
    (_, index) => new Visitor({ bot: 'full', repliesPerSession, name: `${index}` }),
  )
  const problems: string[] = []
  let rejected = 0
  let times = 0
  try {
    await publishBot(service.url, askingBot('full', repliesPerSession))
    for (; problems.length === 0 && goesOn(times); times++) {
      await Promise.all(visitors.map((visitor) => visitor.say(http, service.url)))
      rejected += await refuseWhileFull(disk, random, { service, http, visitors, problems })
      problems.push(...(await takeOnceEmpty({ service, http, visitors })))
    }
    process.kill(service.pid, 'SIGSTOP')
    await cp(disk, join(folder, 'after'), { recursive: true })
  } catch (cause) {
    const code = await Promise.race([service.ended, sleep(1_000)])
    if (code === undefined) throw cause
    throw new Error(`The service ended with ${code} on a full disk:\n${service.output().slice(-2_000)}`, { cause })
  } finally {
    http.close()
    await service.end('SIGKILL')
  }
  const history = visitors.flatMap((visitor) => visitor.history)
  const after = join(folder, 'after')
  problems.push(...inspectDatabase(after), ...(await checkHistory(after, history, { isUnansweredStored: false })))
  return {
    tries: times,
    counts: counted`full ${times} times; ${rejected} requests refused, ${history.length} turns taken`,
    problems,
  }
}

interface Load {
  service: ServiceProcess
  http: HttpClient
  visitors: readonly Visitor[]
}

/** Leaves a random amount of free space up to 200 kB, so that it runs out at different points of a write. */
async function refuseWhileFull(
  disk: string,
  random: () => number,
  load: Load & { problems: string[] },
): Promise<number> {
  const { service, http, visitors, problems } = load
  const ballast = join(disk, 'ballast')
  const { bavail, bsize } = await statfs(disk)
  const bytes = Math.max(0, bavail * bsize - Math.floor(random() * 200_000))
  // The service may have used some of the space in the meantime: the disk is full either way.
  await writeFile(ballast, Buffer.alloc(bytes)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC') throw error
  })
  let rejected = 0
  const talkUntilRefused = async (visitor: Visitor) => {
    for (let tries = 0; tries < maxTurns; tries++) {
      const response = await visitor.say(http, service.url)
      if (response?.status === 200) continue
      if (response?.status === 507 || response?.status === 503) rejected += 1
      else problems.push(`On a full disk a turn was answered ${response?.status}: ${response?.text}`)
      return
    }
    problems.push(`${maxTurns} turns were taken on a full disk.`)
  }
  await Promise.all(visitors.map(talkUntilRefused))
  // A separate connection, because one that an earlier request left open may be closed for its age just when it is reused.
  const reader = httpClient({ keepAlive: false })
  const read = await reader.get(`${service.url}/api/v1/workspaces`, { authorization: `Bearer ${adminToken}` })
  if (read.status !== 200) problems.push(`On a full disk reading was answered ${read.status}: ${read.text}`)
  await rm(ballast)
  return rejected
}

async function takeOnceEmpty({ service, http, visitors }: Load): Promise<string[]> {
  const answers = await Promise.all(visitors.map((visitor) => visitor.say(http, service.url)))
  return answers.flatMap((response) =>
    response?.status === 200 ? [] : [`With room again a turn was answered ${response?.status}: ${response?.text}`],
  )
}
