import { jsonOf } from '@colloquy/flow/integrations'
import { type ArrivingBody, type EgressPort, egressFailureOf } from '@colloquy/ports/egress'
import type { CallGuard, Owner } from '@colloquy/ports/shares'
import { EventStream } from '../service-calls/event-stream.js'

/** An MCP server, as its credentials describe it. */
export interface ToolServer {
  /** Cache key: identifies the server together with its credentials. */
  readonly key: string
  readonly url: string
  readonly secrets: readonly (readonly [name: string, value: string])[]
  readonly hosts: readonly string[]
  /** Masks secrets. Servers may repeat what they were sent, so everything that they return passes through this first. */
  withoutSecrets(text: string): string
}

/** The owner that calls are charged to, and their limits. */
export interface Calling {
  readonly owner: Owner
  secondsFor(asked: number): number
  /** Asked before each request. */
  readonly guard?: CallGuard
}

/** Reason for a failure: one of the causes of `ModelFailure`, and a sentence without secrets. */
export interface Trouble {
  readonly cause: string
  readonly reason: string
}

export const isTrouble = (it: object): it is Trouble => 'cause' in it && 'reason' in it

/** A JSON-RPC message to a server. Without an id it is a notification. */
export interface Outgoing {
  readonly id?: number
  readonly method: string
  readonly params: object
}

/** A server's reply to a message. */
export interface Reply {
  readonly status: number
  readonly sessionId?: string | undefined
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly message: string }
}

export interface Sending {
  readonly egress: Pick<EgressPort, 'open'>
  readonly seconds: number
  readonly maxBytes: number
}

/**
 * Sends one JSON-RPC message over Streamable HTTP. The response is JSON or an event stream; its reply is the message with our id, and
 * nothing after it is read.
 */
export async function send(
  server: ToolServer,
  { id, method, params }: Outgoing,
  headers: readonly (readonly [string, string])[],
  calling: Calling,
  { egress, seconds, maxBytes }: Sending,
): Promise<Reply | Trouble> {
  const abort = new AbortController()
  const timeoutSeconds = calling.secondsFor(seconds)
  const answer = await egress.open(
    {
      owner: calling.owner,
      url: server.url,
      method: 'POST',
      headers: [['Content-Type', 'application/json'], ['Accept', 'application/json, text/event-stream'], ...headers],
      body: JSON.stringify({ jsonrpc: '2.0', ...(id !== undefined && { id }), method, params }),
      secretHeaders: { headers: server.secrets, hosts: server.hosts },
      timeoutSeconds,
      firstByteSeconds: timeoutSeconds,
      idleSeconds: timeoutSeconds,
      maxBytes,
      ...(calling.guard && { guard: calling.guard }),
    },
    abort.signal,
  )
  if (answer.kind === 'timeout') return tooSlow(answer.seconds)
  if (answer.kind === 'too-large') return tooLarge
  if (answer.kind !== 'response')
    return { cause: answer.kind === 'refused' ? 'refused' : 'overloaded', reason: answer.reason }
  const { status, headers: received, body } = answer
  const sessionId = received['mcp-session-id']
  try {
    const message = id === undefined ? undefined : await readReply(body, received['content-type'] ?? '', id, maxBytes)
    return message && isTrouble(message) ? message : { status, sessionId, ...message }
  } catch (error) {
    const isLate = egressFailureOf(error)?.kind === 'timeout'
    return isLate ? tooSlow(timeoutSeconds) : { cause: 'overloaded', reason: 'the answer of the server broke off.' }
  } finally {
    abort.abort()
    body.cancel()
  }
}

const tooSlow = (seconds: number): Trouble => ({
  cause: 'timeout',
  reason: `the server took longer than ${seconds} s.`,
})

const tooLarge: Trouble = { cause: 'too-long', reason: 'the answer of the server is too large.' }

type Message = Pick<Reply, 'result' | 'error'>

async function readReply(
  body: ArrivingBody,
  type: string,
  id: number,
  maxBytes: number,
): Promise<Message | Trouble | undefined> {
  let text = ''
  let bytes = 0
  let found: Message | undefined
  let unreadable = 0
  const events = new EventStream((data) => {
    if (found || unreadable > maxUnreadable || data === '') return
    const json = jsonOf(data)
    if (json === undefined) unreadable += 1
    else found = messageIn(json, id)
  })
  const take = type.includes('text/event-stream')
    ? (piece: string) => events.feed(piece)
    : (piece: string) => {
        text += piece
      }
  const decoder = new TextDecoder()
  for (let part = await body.read(); part; part = await body.read()) {
    bytes += part.byteLength
    if (bytes > maxBytes) return tooLarge
    take(decoder.decode(part, { stream: true }))
    if (found) return found
    if (unreadable > maxUnreadable) return { cause: 'invalid', reason: 'the events of the server are not JSON.' }
  }
  return messageIn(jsonOf(text), id)
}

/** Events that are not JSON, as each costs an exception. */
const maxUnreadable = 100

/** Finds the reply with this id in JSON, which may be a batch of messages. Error responses may have no id. */
function messageIn(json: unknown, id: number): Message | undefined {
  for (const one of Array.isArray(json) ? json : [json]) {
    if (!isObject(one) || (one.id !== id && one.id !== null)) continue
    if (isObject(one.result)) return { result: one.result }
    if (!isObject(one.error)) continue
    const { code, message } = one.error
    return { error: { code: Number(code), message: String(message ?? '') } }
  }
  return undefined
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
