import { randomBytes } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { documentOf, type TestFlow } from '@colloquy/blocks/testing'
import { defaultLimits } from '@colloquy/server/limits'
import type { Seeds } from './seeds.js'

/** Knowledge of the attackers about the instance under siege. */
export interface HostileWorld {
  readonly url: string
  readonly authorToken: string
  readonly workspaceId: string
  /** An HTTP server of the attackers, which flows may call. */
  readonly target: string
  /** A second account of the author, with which bots are shared. */
  readonly guestToken: string
  readonly seeds: Seeds
}

export interface HostileResponse {
  /** 0 if there was no answer. */
  readonly status: number
  /** The beginning of the body. */
  readonly text: string
  readonly headers: IncomingMessage['headers']
}

export interface HostileBot {
  readonly id: string
  readonly publicId: string
}

interface Sending {
  headers?: Record<string, string>
  /** Number of the attack's address from which it is sent; 1 by default. */
  from?: number
  /** Closes the connection this long after the request was sent. */
  abandonAfterMs?: number
}

/** Thrown if the service rejected the preparation of an attack. */
export class Rejected extends Error {
  readonly status: number
  readonly code: string

  constructor({ status, text }: HostileResponse) {
    super(`${status}: ${text.slice(0, 300)}`)
    this.status = status
    this.code = /"code":"(\w+)"/.exec(text)?.[1] ?? 'unknown'
  }
}

const noAnswer: HostileResponse = { status: 0, text: '', headers: {} }
const maxKeptBytes = 65_536
/** Number of bytes after which an attacker stops reading. */
const maxReadBytes = 2_000_000
const patienceMs = 60_000

/** Sends the requests of one attack from loopback addresses that no other attack uses, and counts the answers. */
export class HostileClient {
  readonly statuses: Record<number, number> = {}
  allowedBytes = 0
  readonly world: HostileWorld
  readonly #number: number
  readonly #agents = new Map<number, Agent>()
  #bots = 0
  #isClosed = false

  constructor(world: HostileWorld, number: number) {
    this.world = world
    this.#number = number
  }

  /** `from`: as in `Sending`. */
  address(from: number): string {
    return `127.2.${this.#number}.${from}`
  }

  async send(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    body?: object | Buffer,
    { headers = {}, from = 1, abandonAfterMs }: Sending = {},
  ): Promise<HostileResponse> {
    if (this.#isClosed) return noAnswer
    const payload = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const options = {
      method,
      agent: this.#agent(from),
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': payload.length }),
        ...headers,
      },
    }
    const response = await new Promise<HostileResponse>((resolve) => {
      const outgoing = request(`${this.world.url}${path}`, options, (incoming) => resolve(beginningOf(incoming)))
      const giveUp = () => outgoing.destroy()
      outgoing.setTimeout(patienceMs, giveUp)
      outgoing.once('error', () => resolve(noAnswer))
      outgoing.end(payload, () => {
        if (abandonAfterMs !== undefined) setTimeout(giveUp, abandonAfterMs)
      })
    })
    this.statuses[response.status] = (this.statuses[response.status] ?? 0) + 1
    // The outcome of an abandoned request is unknown.
    if (payload && (isAccepted(response) || abandonAfterMs !== undefined))
      this.allowedBytes += Math.min(payload.length, mostStoredOf(path))
    return response
  }

  asAuthor(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object | Buffer,
    token = this.world.authorToken,
  ): Promise<HostileResponse> {
    return this.send(method, `/api/v1${path}`, body, { headers: { authorization: `Bearer ${token}` }, from: 250 })
  }

  asGuest(path: string): Promise<HostileResponse> {
    return this.asAuthor('GET', path, undefined, this.world.guestToken)
  }

  /** The same for the preparation of an attack; throws `Rejected`. */
  async prepare(path: string, body: object | Buffer): Promise<string> {
    const response = await this.asAuthor('POST', path, body)
    if (response.status !== 200) throw new Rejected(response)
    return response.text
  }

  /** Stores credentials in the author's workspace and returns their id; throws `Rejected`. */
  async addCredentials(type: string, data: object): Promise<string> {
    const { workspaceId } = this.world
    const text = await this.prepare('/credentials', { workspaceId, credentials: { type, name: type, data } })
    return /"credentialsId":"(\w+)"/.exec(text)?.[1] ?? ''
  }

  /** Creates a bot in the author's workspace and publishes it; throws `Rejected`. */
  async publish(flow: TestFlow): Promise<HostileBot> {
    this.#bots += 1
    const publicId = `siege-${this.#number}-${this.#bots}`
    const { workspaceId } = this.world
    const text = await this.prepare('/bots', { workspaceId, bot: { publicId, ...documentOf(flow) } })
    const id = /"id":"(\w+)"/.exec(text)?.[1] ?? ''
    await this.prepare(`/bots/${id}/publish`, {})
    return { id, publicId }
  }

  start({ publicId }: HostileBot, body: object | Buffer = {}, sending?: Sending): Promise<HostileResponse> {
    return this.send('POST', `/api/v1/bots/${publicId}/startChat`, body, sending)
  }

  /** Starts a chat and returns its session, once the service allows it. */
  async session(bot: HostileBot, sending?: Sending, body: object = {}): Promise<string | undefined> {
    return /"sessionId":"(\w+)"/.exec((await this.start(bot, body, sending)).text)?.[1]
  }

  reply(sessionId: string, body: object | Buffer, sending?: Sending): Promise<HostileResponse> {
    return this.send('POST', `/api/v1/sessions/${sessionId}/continueChat`, body, sending)
  }

  /** Sends the first of the bodies that is not too large. */
  async replyWith(sessionId: string, bodies: readonly Buffer[], sending?: Sending): Promise<HostileResponse> {
    let response: HostileResponse | undefined
    for (const body of bodies) {
      response = await this.reply(sessionId, body, sending)
      if (response.status !== 413) break
    }
    return response as HostileResponse
  }

  /** Aborts requests in progress; later requests are not sent. */
  close(): void {
    this.#isClosed = true
    for (const agent of this.#agents.values()) agent.destroy()
  }

  #agent(from: number): Agent {
    const known = this.#agents.get(from)
    if (known) return known
    const agent = new Agent({ keepAlive: true, localAddress: this.address(from) })
    this.#agents.set(from, agent)
    return agent
  }
}

async function beginningOf(incoming: IncomingMessage): Promise<HostileResponse> {
  const { statusCode: status = 0, headers } = incoming
  let bytes = 0
  let text = ''
  try {
    for await (const part of incoming as AsyncIterable<Buffer>) {
      bytes += part.length
      if (text.length < maxKeptBytes) text += part.toString('latin1')
      if (bytes > maxReadBytes) break
    }
  } catch {
    // The answer was cut off; the part that arrived is used.
  }
  return { status, text, headers }
}

const isAccepted = ({ status }: HostileResponse) => status >= 200 && status < 300

/** Most bytes that one request may store by the limits. */
function mostStoredOf(path: string): number {
  const { textReplyBytes, prefilledBytes, flowBytes } = defaultLimits
  if (path.startsWith('/api/uploads/')) return Number.POSITIVE_INFINITY
  if (path.endsWith('/continueChat')) return textReplyBytes
  return path.endsWith('/startChat') ? prefilledBytes : flowBytes
}

/** A reply of this many random letters, which cannot be compressed. */
export function replyOf(bytes: number): Buffer {
  return Buffer.from(JSON.stringify({ message: randomBytes(bytes / 2).toString('hex') }))
}

/** One reply that exceeds the limit, and one slightly below it. */
export const largeReplies = [replyOf(900_000), replyOf(60_000)] as const
