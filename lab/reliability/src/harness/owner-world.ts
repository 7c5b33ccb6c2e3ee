import { setTimeout as sleep } from 'node:timers/promises'
import {
  appSecret,
  completionBlock,
  messageOf,
  metaCredentials,
  payloadOf,
  signedRequest,
  streamingBot,
} from '@colloquy/server/testing'
import {
  adminToken,
  type HttpClient,
  type HttpResponse,
  httpClient,
  type InstanceData,
  type ServiceProcess,
  startAt,
} from '@colloquy/server/testing/process'
import { modelKey } from '@colloquy/test-kit/providers/chat-completions'
import { openMessagingProvider } from '@colloquy/test-kit/providers/messaging-provider'
import { type ReceivedRequest, type StandInResponse, standIn } from '@colloquy/test-kit/providers/stand-in'
import { completionChunks } from '@colloquy/test-kit/providers/streams'

/** Something that reached the world outside, with its time. `what`: a call, or a piece of a streamed text. */
export interface Seen {
  at: number
  what: string
}

/** Services on one database, the model, web server and messaging app that their bots use, and what reached these. */
export class OwnerWorld {
  /** Calls and pieces by the name of their race. */
  readonly #seen = new Map<string, Seen[]>()
  readonly #data: InstanceData
  readonly #count: number
  readonly #more: Record<string, string>
  #env: Record<string, string> = {}
  /** The instances that run. */
  #services: readonly ServiceProcess[] = []
  /** Resolves when each killed instance has been replaced. */
  #up = Promise.resolve()
  #provider: Awaited<ReturnType<typeof openMessagingProvider>> | undefined
  #web: Awaited<ReturnType<typeof standIn>> | undefined
  #webhook = ''
  /** Opens a connection for each request, which comes after those that services have opened before. */
  readonly #asking = httpClient({ keepAlive: false })
  #appBotId = ''
  #sent = 0
  /** Ids of the results of those who write from the app. */
  readonly #results = new Map<string, string>()
  #workspaceId = ''

  constructor(data: InstanceData, count: number, env: Record<string, string> = {}) {
    this.#data = data
    this.#count = count
    this.#more = env
  }

  get inbox(): string {
    return `/workspaces/${this.#workspaceId}/inbox`
  }

  async open(): Promise<void> {
    this.#web = await standIn((request) => this.#answer(request))
    this.#provider = await openMessagingProvider()
    this.#provider.answerWith(({ method, path, body }) => {
      if (method === 'POST' && path.endsWith('/messages') && body.status !== 'read')
        this.#note(nameOfContact(body.to ?? body.recipient), `message ${JSON.stringify(body.text ?? body.type)}`)
      // The list of requests would grow without a limit.
      this.#provider?.requests.splice(0)
      this.#sent += 1
      return { status: 200, body: { messages: [{ id: `wamid.${this.#sent}` }] } }
    })
    const limits = JSON.stringify({ mediaPauseMilliseconds: 20, resendMilliseconds: 20 })
    this.#env = {
      EGRESS_ALLOW: this.#web.entry,
      COLLOQUY_LIMITS: limits,
      ...this.#provider.env,
      ...this.#more,
    }
    this.#services = await Promise.all(Array.from({ length: this.#count }, () => startAt(this.#data, this.#env)))
    await this.#publish()
  }

  async close(): Promise<void> {
    await Promise.all(this.#services.map((service) => service.end('SIGTERM')))
    this.#asking.close()
    await this.#web?.close()
    await this.#provider?.close()
  }

  /** Kills an instance, and starts another one in its place. Meanwhile requests go to those that run. */
  async killOne(random: () => number): Promise<void> {
    const killed = this.#anyOf(random)
    this.#services = this.#services.filter((service) => service !== killed)
    this.#up = (async () => {
      await killed?.end('SIGKILL')
      this.#services = [...this.#services, await startAt(this.#data, this.#env)]
    })()
    await this.#up
  }

  /** Sends a request to any instance, again until it is answered other than by a failure. */
  async ask(http: HttpClient, { method = 'POST', path, body, key, random }: Asked): Promise<HttpResponse> {
    const headers = {
      ...(key && { 'idempotency-key': key }),
      ...(isOfVisitor.test(path) ? {} : { authorization: `Bearer ${adminToken}` }),
    }
    let last: HttpResponse | undefined
    for (let left = attempts; left > 0; left--) {
      const url = this.#anyOf(random)?.url
      const address = `${url}/api/v1${path}`
      const asking = method === 'GET' ? http.get(address, headers) : http.send(method, address, body ?? {}, headers)
      last = await asking.catch(() => undefined)
      if (last && last.status < 500 && last.status !== 429) return last
      if (this.#services.length === 0) await this.#up
      await sleep(10)
    }
    throw new Error(`${path} was not answered in ${attempts} attempts: ${last?.status} ${last?.text}`)
  }

  #anyOf(random: () => number): ServiceProcess | undefined {
    return this.#services[Math.floor(random() * this.#services.length)]
  }

  /** Resolves once all calls that have begun are noted, to the time of that: the last request of two is behind them. */
  async noteAll(): Promise<number> {
    const ask = async () => Number((await this.#asking.get(`${this.#web?.url}${notePath}`)).text)
    await ask()
    return ask()
  }

  /** Writes from a messaging app. */
  async write(http: HttpClient, name: string, text: string, random: () => number): Promise<void> {
    const contact = contactOf(name)
    await this.report(http, payloadOf(contact, [messageOf(contact, text)]), random)
  }

  /** Sends a webhook call of the messaging app to any instance, again until it is taken. */
  async report(http: HttpClient, payload: object, random: () => number): Promise<HttpResponse> {
    const { body, headers } = signedRequest(payload, appSecret)
    for (;;) {
      const url = this.#anyOf(random)?.url
      const response = await http.post(`${url}${this.#webhook}`, JSON.parse(body), headers).catch(() => undefined)
      if (response?.status === 200) return response
      if (this.#services.length === 0) await this.#up
      await sleep(10)
    }
  }

  /** The session of somebody who writes from the app. */
  async sessionOf(http: HttpClient, name: string, random: () => number): Promise<string> {
    const path = `/bots/${this.#appBotId}/results/${this.#results.get(name)}`
    this.#results.delete(name)
    const { text } = await this.ask(http, { method: 'GET', path, random })
    return (JSON.parse(text) as { result: { lastChatSessionId: string } }).result.lastChatSessionId
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await sleep(5)
  }

  seen(name: string): readonly Seen[] {
    return this.#seen.get(name) ?? []
  }

  forget(name: string): void {
    this.#seen.delete(name)
  }

  #note(name: string, what: string): void {
    const seen = this.#seen.get(name) ?? []
    this.#seen.set(name, seen)
    seen.push({ at: performance.now(), what })
  }

  #answer({ path, json, text }: ReceivedRequest): StandInResponse {
    // The list of requests would grow without a limit.
    this.#web?.received.splice(0)
    if (path === notePath) return { body: String(performance.now()) }
    const name = /race\d+/.exec(`${path} ${text}`)?.[0] ?? ''
    if (path.startsWith('/who/')) {
      this.#results.set(name, path.split('/').at(-1) ?? '')
      return { json: {} }
    }
    if (!path.endsWith('/chat/completions')) {
      this.#note(name, 'call')
      return { json: {} }
    }
    this.#note(name, 'call of the model')
    if (json.stream) return { stream: this.#pieces(name, json) }
    const calls = json.messages.filter(({ role }: { role: string }) => role === 'tool').length
    const isCalling = json.tools !== undefined && calls < toolCalls
    const call = { id: `call${calls}`, type: 'function', function: { name: 'look_up', arguments: '{}' } }
    const message = isCalling
      ? { role: 'assistant', content: null, tool_calls: [call] }
      : { role: 'assistant', content: 'An agent speaks.' }
    return {
      json: {
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model: json.model,
        choices: [{ index: 0, message, finish_reason: isCalling ? 'tool_calls' : 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      },
    }
  }

  async *#pieces(name: string, json: ReceivedRequest['json']) {
    const words = Array.from({ length: 12 }, (_, index) => `piece${index} `).join('')
    for (const part of completionChunks(json.model, { text: words }, json.stream_options?.include_usage === true)) {
      await sleep(3)
      this.#note(name, `sent ${/piece\d+/.exec(part)?.[0] ?? 'nothing'}`)
      yield part
    }
  }

  async #publish(): Promise<void> {
    const [{ url }] = this.#services as [ServiceProcess]
    const call = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${adminToken}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
      return response.json() as Promise<Made>
    }
    this.#workspaceId = (await call('GET', '/workspaces')).workspaces[0].id
    const workspaceId = this.#workspaceId
    const baseUrl = `http://${this.#web?.entry}`
    const add = async (credentials: object): Promise<string> =>
      (await call('POST', '/credentials', { workspaceId, credentials })).credentialsId
    const model = await add({ type: 'groq', name: 'Model', data: { apiKey: modelKey, baseUrl } })
    const app = await add({ type: 'messaging', name: 'App', data: metaCredentials })
    this.#webhook = `/api/v1/workspaces/${workspaceId}/messaging/${app}/webhook`
    for (const bot of [
      raceBot(baseUrl),
      { name: 'Streamed', ...streamingBot('race-streamed', completionBlock(model)) },
      agentBot(baseUrl, model),
      scriptBot(baseUrl),
    ]) {
      const made = await call('POST', '/bots', { workspaceId, bot })
      await call('POST', `/bots/${made.bot.id}/publish`, {})
    }
    const made = await call('POST', '/bots', { workspaceId, bot: appBot(baseUrl) })
    this.#appBotId = made.bot.id
    const settings = { typingEmulation: { enabled: false }, messaging: { isEnabled: true, quietSeconds: 0 } }
    await call('PATCH', `/bots/${made.bot.id}`, { bot: { settings, messagingCredentialsId: app } })
    await call('POST', `/bots/${made.bot.id}/publish`, {})
  }
}

interface Made {
  workspaces: [{ id: string }]
  credentialsId: string
  bot: { id: string }
}

/** A request of a visitor, or of somebody who takes a conversation over. */
export interface Asked {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: object
  key?: string
  random: () => number
}

/** Paths of requests that visitors make. */
const isOfVisitor = /Chat$|streamMessage$/

/** Beyond, a request has failed for good. */
const attempts = 400

/** Messages of the raced turn in the app: enough for a take-over between two of them. The turn before it has one. */
export const appMessages = 10

const notePath = '/note'
/** Requests of a script, one after another. */
const fetches = 4
/** Number of tool calls of an agent before it speaks. */
const toolCalls = 4

/** The number from which the visitor of a race writes. */
export const contactOf = (name: string): string => `4915${name.slice('race'.length).padStart(9, '0')}`
const nameOfContact = (contact: string): string => `race${Number(String(contact).replace('+', '').slice(4))}`

const at = { x: 0, y: 0 }
const events = [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }]
const edge = (id: string, from: object, groupId: string) => ({ id, from, to: { groupId } })
const group = (id: string, ...blocks: object[]) => ({ id, title: id, graphCoordinates: at, blocks })
const bubble = (id: string, text: string) => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text }] }] },
})
const variables = [
  { id: 'vSaid', name: 'Said' },
  { id: 'vResult', name: 'Result' },
]
const input = (id: string, more: object = {}) => ({ id, type: 'text input', options: { variableId: 'vSaid' }, ...more })

/** Answers each reply by a delivery and a text, and continues without an answer after an hour. */
const raceBot = (baseUrl: string) => ({
  name: 'Raced',
  publicId: 'raced',
  events,
  variables,
  edges: [
    edge('ed1', { eventId: 'e1' }, 'ask'),
    edge('again', { blockId: 'answer' }, 'ask'),
    edge('silent', { blockId: 'in', itemId: 'x' }, 'late'),
    edge('after', { blockId: 'lateText' }, 'ask'),
  ],
  groups: [
    group(
      'ask',
      input('in', {
        exits: [{ id: 'x', on: 'no-answer', outgoingEdgeId: 'silent', after: { amount: 1, unit: 'hours' } }],
      }),
      {
        id: 'crm',
        type: 'Webhook',
        options: { webhook: { url: `${baseUrl}/crm/{{Said}}` }, isGuaranteed: true },
      },
      { ...bubble('answer', 'The bot speaks.'), outgoingEdgeId: 'again' },
    ),
    group('late', { ...bubble('lateText', 'The bot reminds.'), outgoingEdgeId: 'after' }),
  ],
})

const agentBot = (baseUrl: string, credentialsId: string) => ({
  name: 'Agent',
  publicId: 'race-agent',
  events,
  variables,
  edges: [edge('ed1', { eventId: 'e1' }, 'talk')],
  groups: [
    group('talk', {
      id: 'agent',
      type: 'agent',
      options: {
        service: 'groq',
        credentialsId,
        model: 'a-model',
        firstMessage: 'Ask me.',
        tools: [
          { type: 'Run a block', name: 'look_up', description: 'Looks it up', groupId: 'tools', blockId: 'tool' },
        ],
      },
    }),
    group('tools', { id: 'tool', type: 'Webhook', options: { webhook: { url: `${baseUrl}/tool` } } }),
  ],
})

const scriptBot = (baseUrl: string) => ({
  name: 'Script',
  publicId: 'race-script',
  events,
  variables,
  edges: [edge('ed1', { eventId: 'e1' }, 'ask'), edge('again', { blockId: 'answer' }, 'ask')],
  groups: [
    group(
      'ask',
      input('in'),
      {
        id: 'script',
        type: 'Code',
        options: {
          content: `for (let left = ${fetches}; left > 0; left--) await fetch('${baseUrl}/step/' + {{Said}})`,
          isExecutedOnClient: false,
        },
      },
      { ...bubble('answer', 'The bot speaks.'), outgoingEdgeId: 'again' },
    ),
  ],
})

const appBot = (baseUrl: string) => ({
  name: 'App',
  events,
  variables,
  edges: [
    edge('ed1', { eventId: 'e1' }, 'meet'),
    edge('met', { blockId: 'hello' }, 'ask'),
    edge('again', { blockId: 'last' }, 'ask'),
  ],
  groups: [
    group(
      'meet',
      input('first'),
      { id: 'rid', type: 'Set variable', options: { variableId: 'vResult', type: 'Result ID' } },
      { id: 'who', type: 'Webhook', options: { webhook: { url: `${baseUrl}/who/{{Said}}/{{Result}}` } } },
      { ...bubble('hello', 'Hello'), outgoingEdgeId: 'met' },
    ),
    group(
      'ask',
      input('in'),
      ...Array.from({ length: appMessages - 1 }, (_, index) => bubble(`said${index}`, `Message ${index}`)),
      { ...bubble('last', 'The last one'), outgoingEdgeId: 'again' },
    ),
  ],
})
