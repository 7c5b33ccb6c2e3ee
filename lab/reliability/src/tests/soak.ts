import { readdir, readFile } from 'node:fs/promises'
import { askingBot } from '@colloquy/server/testing'
import { httpClient, publishBot, startAt } from '@colloquy/server/testing/process'
import { counted } from '../counts.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

const atOnce = 16
const repliesPerSession = 4
/** Number of turns between two measurements of the memory. */
const step = 2_000
/** A leak of one session per turn would exceed this many times over. */
const maxGrowth = 40_000_000

/**
 * Talks for a long time, with mistakes in one request of five, and watches the memory of the process: after the first third, in which
 * caches fill, it may vary but not keep growing.
 */
export async function soak({ folder, newData, goesOn }: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const service = await startAt(await newData(folder), { NODE_OPTIONS: '--max-old-space-size=256' })
  await publishBot(service.url, askingBot('soaked', repliesPerSession))
  const http = httpClient()
  const status = async (path: string, body: object) => http.post(`${service.url}/api/v1${path}`, body)
  const problems: string[] = []
  const memory: number[] = []
  let turns = 0
  const clients = Array.from({ length: atOnce }, async () => {
    while (problems.length === 0 && goesOn(turns)) {
      const started = await status('/bots/soaked/startChat', {})
      if (started.status !== 200) problems.push(`A start was answered ${started.status}: ${started.text}`)
      const { sessionId } = JSON.parse(started.text) as { sessionId: string }
      for (let reply = 0; reply < repliesPerSession; reply++) {
        const response = await status(`/sessions/${sessionId}/continueChat`, { message: `reply ${reply}` })
        if (response.status !== 200) problems.push(`A reply was answered ${response.status}: ${response.text}`)
      }
      const mistake = await status('/sessions/nobody/continueChat', { message: 1 })
      if (mistake.status < 400 || mistake.status >= 500) problems.push(`A mistake was answered ${mistake.status}.`)
      const before = turns
      turns += repliesPerSession + 1
      if (Math.floor(before / step) !== Math.floor(turns / step)) memory.push(await residentBytes(service.pid))
    }
  })
  await Promise.all(clients)
  http.close()
  const files = (await readdir(`/proc/${service.pid}/fd`)).length
  await service.end('SIGTERM')
  const settled = memory.slice(Math.floor(memory.length / 3))
  const growth = average(settled.slice(-3)) - average(settled.slice(0, 3))
  if (growth > maxGrowth) problems.push(`The memory grew by ${megabytes(growth)} after it had settled.`)
  const counts = counted`${turns} turns; memory ${megabytes(memory[0] ?? 0)} at first, ${megabytes(Math.max(...memory))}
    at most, ${megabytes(growth)} more at the end than once settled; ${files} open files`
  return { tries: turns, counts, problems }
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
