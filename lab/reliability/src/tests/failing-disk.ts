import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomFrom } from '@colloquy/engine'
import { askingBot } from '@colloquy/server/testing'
import { checkHistory, httpClient, publishBot, startServiceProcess } from '@colloquy/server/testing/process'
import { inspectDatabase } from '@colloquy/storage/testing'
import { counted } from '../counts.js'
import { Visitor } from '../harness/visitor.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

/** Calls that fail; the failing one is chosen among the first `within` calls. */
const faults = [
  { calls: 'fsync,fdatasync', error: 'EIO', within: 120 },
  { calls: 'pwrite64', error: 'EIO', within: 800 },
  { calls: 'pwrite64', error: 'ENOSPC', within: 800 },
] as const

const repliesPerSession = 4

/**
 * Makes a write or a sync of the service fail in the kernel, the n-th of its kind. After a failed sync or write the process must not
 * continue as if nothing had happened: it reports the failure and exits. No answered turn is lost.
 */
export async function failDisk({ folder, seed, goesOn }: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const random = randomFrom(seed)
  const problems: string[] = []
  let tries = 0
  let turns = 0
  let beforeReady = 0
  for (let run = 0; problems.length === 0 && goesOn(tries); run++) {
    const fault = faults[run % faults.length] as (typeof faults)[number]
    const outcome = await failOnce(join(folder, `${run}`), fault, 1 + Math.floor(random() * fault.within))
    problems.push(...outcome.problems)
    turns += outcome.turns
    if (outcome.hasFailed) tries += 1
    if (outcome.turns === 0) beforeReady += 1
  }
  return {
    tries,
    counts: counted`${tries} failed calls, ${beforeReady} of them before the start was done; ${turns} turns`,
    problems,
  }
}

async function failOnce(data: string, { calls, error }: (typeof faults)[number], number: number) {
  const name = `${calls} number ${number} failing with ${error}`
  await mkdir(data, { recursive: true })
  const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}:when=${number}`]
  const trace = `${data}.trace`
  const under = [process.env.TEST_STRACE as string, '-f', '-qq', '-s', '0', '-o', trace, ...inject]
  const http = httpClient()
  const visitors = Array.from(
    { length: 4 },
    (_, index) => new Visitor({ bot: 'failing', repliesPerSession, name: `${index}` }),
  )
  const problems: string[] = []
  let hasFailed = false
  try {
    const service = await startServiceProcess(data, {}, { under })
    const isPublished = await publishBot(service.url, askingBot('failing', repliesPerSession)).then(
      () => true,
      () => false,
    )
    const isOver = { now: !isPublished }
    void service.ended.then(() => {
      isOver.now = true
    })
    const talk = async (visitor: Visitor) => {
      for (let said = 0; said < 60 && !isOver.now; said++) await visitor.say(http, service.url)
    }
    await Promise.all(visitors.map(talk))
    const code = await service.end('SIGTERM')
    // After SIGTERM everything is already on the disk, and a later failure affects nobody.
    const [beforeStop = ''] = (await readFile(trace, 'utf8')).split('--- SIGTERM')
    const failed = beforeStop.split('\n').filter((line) => line.endsWith('(INJECTED)'))
    hasFailed = failed.length > 0
    if (hasFailed && error === 'EIO' && code === 0) problems.push(`${name}: the process went on after ${failed[0]}`)
    if (code !== 0 && !(code === 1 && service.output().includes('The storage has failed')))
      problems.push(`${name}: the process ended with ${code} and said: ${service.output()}`)
  } catch (thrown) {
    hasFailed = true
    if (!/disk|database|storage|room|I\/O|unable/i.test((thrown as Error).message))
      problems.push(`${name}: a start failed without saying why: ${(thrown as Error).message}`)
  }
  http.close()
  const history = visitors.flatMap((visitor) => visitor.history)
  const answered = history.filter(({ answer: response }) => response !== undefined)
  const found = await afterwards(data, history)
  return {
    turns: answered.length,
    hasFailed,
    problems: [...problems, ...found.map((problem) => `${name}: ${problem}`)],
  }
}

async function afterwards(data: string, history: Parameters<typeof checkHistory>[1]): Promise<string[]> {
  const answered = history.filter(({ answer: response }) => response !== undefined)
  try {
    return [...inspectDatabase(data), ...(answered.length > 0 ? await checkHistory(data, history) : [])]
  } catch (error) {
    return [`the database does not open afterwards: ${(error as Error).message}`]
  }
}
