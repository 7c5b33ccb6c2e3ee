import { randomFrom } from '@colloquy/engine'
import { inspectDatabase } from '@colloquy/storage/testing'
import { askingBot } from '../test-service.js'
import { checkHistory, type Operation } from './history.js'
import { type HttpAnswer, type HttpClient, httpClient, publishBot } from './http-client.js'
import { type ServiceProcess, startServiceProcess } from './service-process.js'

export interface KillRunOptions {
  folder: string
  seed: number
  clients: number
  /** Asked before each kill: whether to go on. */
  goesOn: (kills: number) => boolean
}

export interface KillReport {
  kills: number
  answered: number
  /** Requests that a kill left without an answer. */
  unanswered: number
  /** One line for each promise that was broken. */
  problems: string[]
}

const repliesPerSession = 8
const longestLifeMs = 350

/**
 * Ends the service by SIGKILL under load, again and again. Every client goes on where it was: what was answered is asked for
 * again with its key and has to come back as the same bytes, what was not is repeated with its key and has to be answered.
 */
export async function runKills(options: KillRunOptions): Promise<KillReport> {
  const random = randomFrom(options.seed)
  const visitors = Array.from({ length: options.clients }, (_, index) => new Visitor(`${index}`))
  const report: KillReport = { kills: 0, answered: 0, unanswered: 0, problems: [] }
  let service = await startServiceProcess(options.folder)
  await publishBot(service.url, askingBot('killed', repliesPerSession))
  while (report.problems.length === 0 && options.goesOn(report.kills)) {
    await killUnderLoad(service, visitors, random() * longestLifeMs)
    report.kills += 1
    report.unanswered += visitors.filter(({ history }) => history.at(-1)?.answer === undefined).length
    service = await startServiceProcess(options.folder)
    report.problems.push(...(await askAgain(service, visitors)))
  }
  await service.end('SIGKILL')
  const operations = visitors.flatMap(({ history }) => history)
  report.answered = operations.length
  report.problems.push(...inspectDatabase(options.folder), ...(await checkHistory(options.folder, operations)))
  return report
}

/** The counts as sentences, with the bound that follows where nothing was lost: 3/N at 95 %. */
export function describeKills({ kills, answered, unanswered, problems }: KillReport): string {
  const counts = `${kills} kills, ${answered} turns; ${unanswered} were left without an answer and repeated.`
  if (problems.length > 0) return `${counts} ${problems.length} promises broken:\n${problems.slice(0, 20).join('\n')}`
  const bound = Math.min(100, 300 / kills).toFixed(1)
  return `${counts} Nothing lost, changed or doubled: fewer than ${bound} % of kills do harm, with 95 % confidence.`
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

/** One visitor after another at the same machine; each request has a key. */
class Visitor {
  readonly history: Operation[] = []
  readonly #name: string
  /** From where on the history was not yet asked for again. */
  #checked = 0

  constructor(name: string) {
    this.#name = name
  }

  /** Holds conversations until the service is gone; throws when it refuses something. */
  async talk(http: HttpClient, url: string): Promise<void> {
    for (;;) {
      const operation = this.#next()
      this.history.push(operation)
      const answer = await send(http, url, operation).catch(() => undefined)
      if (answer === undefined) return
      take(operation, answer)
    }
  }

  /** Repeats what was sent since the last kill; answers what did not come back as promised. */
  async askAgain(http: HttpClient, url: string): Promise<string[]> {
    const problems: string[] = []
    for (const operation of this.history.slice(this.#checked)) {
      const { answer } = operation
      const repeated = await send(http, url, operation)
      if (answer === undefined) take(operation, repeated)
      if (repeated.status !== 200 || repeated.text !== (answer ?? repeated.text))
        problems.push(`${operation.key} was answered ${answer}, and after a kill ${repeated.status} ${repeated.text}`)
    }
    this.#checked = this.history.length
    return problems
  }

  #next(): Operation {
    const last = this.history.at(-1)
    const key = `${this.#name}-${this.history.length}`
    const place = this.history.length % (repliesPerSession + 1)
    if (place === 0) return { kind: 'start', key, began: performance.now() }
    return { kind: 'reply', key, sessionId: last?.sessionId, message: `reply ${key}`, began: performance.now() }
  }
}

function send(http: HttpClient, url: string, { kind, sessionId, key = '', message }: Operation): Promise<HttpAnswer> {
  const headers = { 'idempotency-key': key }
  if (kind === 'start') return http.post(`${url}/api/v1/bots/killed/startChat`, {}, headers)
  return http.post(`${url}/api/v1/sessions/${sessionId}/continueChat`, { message }, headers)
}

function take(operation: Operation, { status, text }: HttpAnswer): void {
  if (status !== 200) throw new Error(`${operation.key} was answered with ${status}: ${text}`)
  operation.answer = text
  operation.ended = performance.now()
  operation.sessionId ??= (JSON.parse(text) as { sessionId: string }).sessionId
}
