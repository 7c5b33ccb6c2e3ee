import { randomFrom } from '@colloquy/engine'
import { askingBot } from '@colloquy/server/testing'
import { checkHistory, httpClient, publishBot, type ServiceProcess, startAt } from '@colloquy/server/testing/process'
import { counted } from '../counts.js'
import { plantFaults } from '../harness/plant-faults.js'
import { Visitor } from '../harness/visitor.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

const clients = 24
const repliesPerSession = 8
const maxLifeMs = 350

/**
 * Ends the service by SIGKILL under load, repeatedly. Every client continues where it was: it repeats answered requests with their keys and
 * must receive the same bytes, and it repeats unanswered ones with their keys and must receive an answer.
 */
export async function runKills(options: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const random = randomFrom(options.seed)
  const visitors = Array.from(
    { length: clients },
    (_, index) => new Visitor({ bot: 'killed', repliesPerSession, name: `${index}` }),
  )
  const problems: string[] = []
  let kills = 0
  let unanswered = 0
  const data = await options.newData(options.folder)
  let service = await startAt(data)
  await publishBot(service.url, askingBot('killed', repliesPerSession))
  while (problems.length === 0 && options.goesOn(kills)) {
    await killUnderLoad(service, visitors, random() * maxLifeMs)
    kills += 1
    unanswered += visitors.filter(({ history }) => history.at(-1)?.answer === undefined).length
    service = await startAt(data)
    problems.push(...(await askAgain(service, visitors)))
  }
  await service.end('SIGKILL')
  const operations = visitors.flatMap(({ history }) => history)
  problems.push(...(await data.inspect()), ...(await checkHistory(data.storage, operations)))
  if (unanswered < kills)
    problems.push(`Only ${unanswered} requests were under way at ${kills} kills: that tries nothing.`)
  return {
    tries: kills,
    counts: counted`${kills} kills, ${operations.length} turns; ${unanswered} were left without an answer and repeated`,
    problems,
    controls: await plantFaults(data, operations),
  }
}

async function killUnderLoad(service: ServiceProcess, visitors: Visitor[], afterMs: number): Promise<void> {
  const http = httpClient()
  const talking = visitors.map((visitor) => visitor.talk(http, service.url))
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  await service.end('SIGKILL')
  await Promise.all(talking)
  http.close()
}

async function askAgain(service: ServiceProcess, visitors: Visitor[]): Promise<string[]> {
  const http = httpClient()
  const problems = await Promise.all(visitors.map((visitor) => visitor.askAgain(http, service.url)))
  http.close()
  return problems.flat()
}
