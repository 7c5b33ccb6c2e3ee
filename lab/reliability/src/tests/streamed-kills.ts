import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '@colloquy/engine'
import { completionBlock, streamingBot } from '@colloquy/server/testing'
import {
  adminToken,
  type HttpClient,
  httpClient,
  type InstanceData,
  openStorageAt,
  type ServiceProcess,
  startAt,
} from '@colloquy/server/testing/process'
import { modelKey } from '@colloquy/test-kit/providers/chat-completions'
import { type ReceivedRequest, type StandInResponse, standIn } from '@colloquy/test-kit/providers/stand-in'
import { completionChunks, played } from '@colloquy/test-kit/providers/streams'
import { counted } from '../counts.js'
import type { NegativeControl, ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

const publicId = 'streamed'
const clients = 24
/** Calls of the model before a kill, at most. A kill takes as long as a hundred calls, so that most of the time goes to turns. */
const callsOfLife = 8 * clients
/** Part of the model's answers that fail in one of the ways of `faults`. */
const faultRate = 0.1
/** Tokens of a call, as the model reports them. */
const tokens = 15

/**
 * Ends the service by SIGKILL while models speak that die, hang, break off and refuse. Every visitor follows their text again until they
 * have all of it, and it must be stored as the model sent it, once, with its tokens. Then models fail without exception, so that they are not
 * asked for a while, and recover.
 */
export async function killStreams(options: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const model = new FaultyModel(randomFrom(options.seed))
  const random = randomFrom(options.seed + 1)
  const entry = await model.open()
  const data = await options.newData(options.folder)
  const limits = JSON.stringify({ modelIdleSeconds: 1, modelFirstByteSeconds: 5 })
  const service = new KilledService(data, { EGRESS_ALLOW: entry, COLLOQUY_LIMITS: limits })
  await service.start()
  await publish(service.url, `http://${entry}`)
  const crowd = new Crowd(service)
  let kills = 0
  const talking = crowd.talk(() => options.goesOn(crowd.told.length))
  while (crowd.problems.length === 0 && crowd.isTalking) {
    // Half of the lives end within a quarter of the calls.
    const asked = model.asked + random() ** 2 * callsOfLife
    while (crowd.isTalking && model.asked <= asked) await sleep(2)
    await sleep(random() * 20)
    await service.restart()
    kills += 1
  }
  model.faultRate = 0
  await talking
  await service.end()
  const before = await billed(data)
  await service.start()
  const toldBefore = crowd.told.length
  await crowd.talk((told) => told < clients)
  const breaker = await breaks(service, model, crowd)
  await service.end()
  await model.close()
  const clean = { told: crowd.told.length - toldBefore, before }
  const problems = [...crowd.problems, ...breaker, ...(await data.inspect())]
  problems.push(...(await checkStored(data, crowd.told, clean)))
  return {
    tries: crowd.told.length,
    counts: counted`${kills} kills, ${crowd.told.length} streamed turns; ${crowd.repeated} texts were followed again, ${model.failed} answers
      of the model failed`,
    problems,
    controls: await plantFaults(data, crowd.told, clean),
  }
}

/** The text that the model says to a question. */
function textOf(question: string): string {
  const words = createHash('sha512').update(question).digest('hex').match(/.{6}/g) as string[]
  return `You asked ${question}. ${words.join(' ')}`
}

/** A model whose answers derive from the questions, and fail now and then. */
class FaultyModel {
  faultRate = faultRate
  asked = 0
  failed = 0
  readonly #random: () => number
  #server: Awaited<ReturnType<typeof standIn>> | undefined

  constructor(random: () => number) {
    this.#random = random
  }

  /** Returns its address. */
  async open(): Promise<string> {
    this.#server = await standIn((request) => this.#answer(request))
    return this.#server.entry
  }

  close(): Promise<void> | undefined {
    return this.#server?.close()
  }

  #answer({ json, headers }: ReceivedRequest): StandInResponse {
    if (headers.authorization !== `Bearer ${modelKey}`) return { status: 401, json: {} }
    this.asked += 1
    // The list of requests would grow without a limit.
    this.#server?.received.splice(0)
    const text = textOf(json.messages[0].content)
    const parts = completionChunks(json.model, { text }, json.stream_options?.include_usage === true)
    if (this.#random() >= this.faultRate) return { stream: played(parts, pause) }
    this.failed += 1
    const fault = faults[Math.floor(this.#random() * faults.length)] as Fault
    return this.faultRate === 1 ? { status: 500, json: {} } : fault(parts)
  }
}

type Fault = (parts: string[]) => StandInResponse

const pause = () => new Promise<void>((resolve) => setImmediate(resolve))

const faults: readonly Fault[] = [
  // Is overloaded, or broken.
  () => ({ status: 429, headers: { 'retry-after': '0' }, json: { error: { message: 'Slow down' } } }),
  () => ({ status: 500, json: { error: { message: 'Broken' } } }),
  // Dies before its first piece.
  () => ({ stream: broken([]) }),
  // Dies in the middle of a chunk.
  (parts) => ({ stream: broken([...parts.slice(0, 3), String(parts[3]).slice(0, 20)]) }),
  // Ends early.
  (parts) => ({ stream: played(parts.slice(0, 4), pause) }),
  // Hangs.
  (parts) => ({ stream: hanging(parts.slice(0, 3)) }),
  // Reports an error instead of the rest.
  (parts) => ({ stream: played([...parts.slice(0, 3), 'data: {"error":{"message":"Overloaded"}}\n\n']) }),
]

async function* broken(parts: string[]) {
  yield* parts
  await pause()
  throw new Error('The model dies.')
}

async function* hanging(parts: string[]) {
  yield* parts
  await sleep(3_000)
}

/** A service that is killed and started again at the same place. */
class KilledService {
  readonly #data: InstanceData
  readonly #env: Record<string, string>
  #process: ServiceProcess | undefined
  #up = Promise.resolve()

  constructor(data: InstanceData, env: Record<string, string>) {
    this.#data = data
    this.#env = env
  }

  get url(): string {
    return this.#process?.url ?? ''
  }

  async start(): Promise<void> {
    this.#process = await startAt(this.#data, this.#env)
  }

  async end(): Promise<void> {
    await this.#process?.end('SIGKILL')
  }

  restart(): Promise<void> {
    this.#up = this.end().then(() => this.start())
    return this.#up
  }

  /** Resolves when it runs. */
  up(): Promise<void> {
    return this.#up
  }
}

/** A conversation that a visitor held to its end. */
interface Told {
  sessionId: string
  question: string
}

class Crowd {
  readonly told: Told[] = []
  readonly problems: string[] = []
  repeated = 0
  isTalking = false
  readonly #service: KilledService
  #questions = 0

  constructor(service: KilledService) {
    this.#service = service
  }

  /** All visitors hold conversations while `goesOn` says so, which gets the number of those that were begun. */
  async talk(goesOn: (begun: number) => boolean): Promise<void> {
    this.isTalking = true
    let begun = 0
    const http = httpClient()
    const visitor = async () => {
      while (this.problems.length === 0 && goesOn(begun)) {
        begun += 1
        await this.#converse(http).catch((error: Error) => this.problems.push(error.message))
      }
    }
    await Promise.all(Array.from({ length: clients }, visitor))
    http.close()
    this.isTalking = false
  }

  /** Follows the text of a new conversation once. Returns true if all of it came. */
  async tries(): Promise<boolean> {
    const http = httpClient()
    const { sessionId, question } = await this.#begin(http)
    const isWhole = await this.#follow(http, sessionId, textOf(question))
    http.close()
    return isWhole
  }

  async #converse(http: HttpClient): Promise<void> {
    const { sessionId, question } = await this.#begin(http)
    const text = textOf(question)
    while (this.problems.length === 0 && !(await this.#follow(http, sessionId, text))) {
      this.repeated += 1
      await sleep(50)
    }
    const path = `/sessions/${sessionId}/continueChat`
    const response = await this.#post(http, path, { message: text }, `${question}-end`)
    const again = await this.#post(http, path, { message: text }, `${question}-end`)
    if (again !== response) this.problems.push(`The response to ${question} was ${response}, and then ${again}.`)
    const stored = JSON.stringify(`Stored: ${text}|${tokens}|`)
    if (!response.includes(stored.slice(1, -1)))
      this.problems.push(`The visitor of ${question} received ${text}, and then ${response}.`)
    this.told.push({ sessionId, question })
  }

  async #begin(http: HttpClient): Promise<Told> {
    this.#questions += 1
    const question = `question-${this.#questions}`
    const started = await this.#post(
      http,
      `/bots/${publicId}/startChat`,
      { isStreamEnabled: true },
      `${question}-start`,
    )
    const { sessionId } = JSON.parse(started) as { sessionId: string }
    await this.#post(http, `/sessions/${sessionId}/continueChat`, { message: question }, `${question}-ask`)
    return { sessionId, question }
  }

  /** Follows the text once. Returns whether it arrived as a whole; a part has to be its beginning. */
  async #follow(http: HttpClient, sessionId: string, text: string): Promise<boolean> {
    const response = await http
      .post(`${this.#service.url}/api/v1/sessions/${sessionId}/streamMessage`, {})
      .catch(() => undefined)
    if (response === undefined) {
      await this.#service.up()
      return false
    }
    if (response.status !== 200) {
      if (response.status < 500) this.problems.push(`A text was answered ${response.status}: ${response.text}`)
      return false
    }
    const lines = response.text.split('\n').filter((line) => line.startsWith('data: '))
    const events = lines.map((line) => JSON.parse(line.slice('data: '.length)) as { type: string; text?: string })
    const came = events.map(({ text = '' }) => text).join('')
    const isWhole = events.at(-1)?.type === 'done'
    if (isWhole ? came !== text : !text.startsWith(came))
      this.problems.push(`The model wrote ${text}, and the visitor received ${came}.`)
    return isWhole
  }

  /** Repeats a request with its key until it is answered. */
  async #post(http: HttpClient, path: string, body: object, key: string): Promise<string> {
    for (;;) {
      const url = `${this.#service.url}/api/v1${path}`
      const response = await http.post(url, body, { 'idempotency-key': key }).catch(() => undefined)
      if (response?.status === 200) return response.text
      if (response && response.status < 500)
        throw new Error(`${path} was answered ${response.status}: ${response.text}`)
      await this.#service.up()
      await sleep(20)
    }
  }
}

/** Lets all answers fail until the model is not asked any more, and looks whether it is asked again after it recovered. */
async function breaks(service: KilledService, model: FaultyModel, crowd: Crowd): Promise<string[]> {
  await service.up()
  model.faultRate = 1
  await Promise.all(Array.from({ length: 6 }, () => crowd.tries()))
  const { asked } = model
  if (await crowd.tries()) return ['A model that always fails has answered.']
  if (model.asked > asked) return [`A model that always fails was asked ${model.asked - asked} times more.`]
  model.faultRate = 0
  for (let left = 60; left > 0; left -= 1) {
    if (await crowd.tries()) return []
    await sleep(500)
  }
  return ['A model that recovered was not asked again within 30 s.']
}

interface Clean {
  /** Conversations without a kill or a fault. */
  told: number
  /** Calls and tokens billed before them. */
  before: Billed
}

interface Billed {
  calls: number
  tokens: number
}

async function billed(data: InstanceData): Promise<Billed> {
  const [row] = await data.rows<Billed>(
    'SELECT coalesce(sum(calls), 0) AS calls, coalesce(sum(input_tokens + output_tokens), 0) AS tokens FROM model_ledger',
  )
  return { calls: Number(row?.calls), tokens: Number(row?.tokens) }
}

/** Every conversation has its turns without a gap, one answer, and the text that the model sent. Calls are billed once. */
async function checkStored(data: InstanceData, told: readonly Told[], clean: Clean): Promise<string[]> {
  const problems: string[] = []
  const storage = await openStorageAt(data.storage)
  try {
    for (const { sessionId, question } of told) {
      const session = await storage.sessions.get(sessionId)
      const turns = await storage.sessions.turns(sessionId)
      const numbers = turns.map(({ number }) => number)
      if (numbers.some((number, index) => number !== index + 1) || session?.version !== turns.length)
        problems.push(`${question}: turns ${numbers.join(', ')} at version ${session?.version}`)
      const replies = turns.filter(({ key }) => key !== null)
      if (replies.length !== 3) problems.push(`${question}: ${replies.length} requests with a key are stored.`)
      const resultId = session?.resultId
      const result = resultId ? await storage.results.get(session.workspaceId, session.botId, resultId) : undefined
      if (!result) {
        problems.push(`${question} has no result.`)
        continue
      }
      const answers = (await storage.results.answers([result.id])).map(({ content }) => content)
      if (answers.join('|') !== question) problems.push(`${question} is stored as ${answers}`)
      const variables = JSON.parse(result.variables) as { name: string; value: unknown }[]
      const text = variables.find(({ name }) => name === 'Answer')?.value
      if (text !== textOf(question)) problems.push(`${question}: ${text} is stored.`)
    }
  } finally {
    await storage.close()
  }
  const all = await billed(data)
  const calls = all.calls - clean.before.calls
  // One more conversation was held after the model had recovered, which is not among those.
  if (calls !== clean.told + 1) problems.push(`${clean.told + 1} calls without a fault were billed as ${calls}.`)
  const sum = all.tokens - clean.before.tokens
  if (sum !== calls * tokens) problems.push(`${calls} calls were billed with ${sum} tokens.`)
  if (all.calls < told.length) problems.push(`${told.length} texts were billed as ${all.calls} calls.`)
  return problems
}

/** Breaks copies of the place, one by one, and looks whether `checkStored` notices. */
async function plantFaults(data: InstanceData, told: readonly Told[], clean: Clean): Promise<NegativeControl[]> {
  const [one] = told
  const session = `'${one?.sessionId}'`
  const planted = {
    'a stored text that lacks a piece': `UPDATE results SET variables = replace(variables, 'You asked ', 'You ')
      WHERE id = (SELECT result_id FROM sessions WHERE id = ${session})`,
    'a lost turn': `DELETE FROM turns WHERE session_id = ${session} AND number = 2`,
    'a call that is billed twice': 'UPDATE model_ledger SET calls = calls * 2',
  }
  const controls: NegativeControl[] = []
  for (const [name, sql] of Object.entries(planted)) {
    const folder = await mkdtemp(join(tmpdir(), 'colloquy-planted-'))
    const copy = await data.copyTo(folder)
    await copy.change(sql)
    const problems = await checkStored(copy, told.slice(0, 1), clean)
    controls.push({ name, found: problems.length > 0 ? 1 : 0, of: 1 })
    await rm(folder, { recursive: true })
  }
  return controls
}

async function publish(url: string, baseUrl: string): Promise<void> {
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${adminToken}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { workspaces: { id: string }[]; credentialsId: string; bot: { id: string } }
  }
  const workspaceId = (await call('/workspaces')).workspaces[0]?.id
  const credentials = { type: 'groq', name: 'Model', data: { apiKey: modelKey, baseUrl } }
  const { credentialsId } = await call('/credentials', { workspaceId, credentials })
  const bot = { name: 'Streamed', ...streamingBot(publicId, completionBlock(credentialsId)) }
  const made = await call('/bots', { workspaceId, bot })
  await call(`/bots/${made.bot.id}/publish`, {})
}
