import { ApiError, unreachable } from './api-error.js'
import { callsOf, type PreparedCall, readAnswer } from './call.js'
import type { CallOptions } from './call-types.js'
import type { Calls } from './calls.js'
import { operations } from './operations.js'

export interface ClientSettings {
  /** Address of the instance, such as `https://bots.example.com`. */
  baseUrl: string
  /** An API token; chats need none. */
  token?: string
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch
  /** Sent with every call. */
  headers?: Record<string, string>
  /** Maximum number of retries of a call that the server could not accept yet; 2 by default. */
  retries?: number
}

/** A method for each operation of the API, by its id. */
export type Client = Calls

/** Result of a client method: `Answer<'getBot'>`. */
export type Answer<Id extends keyof Client> = Awaited<ReturnType<Client[Id]>>

/** The longest `Retry-After` that a call waits for, in seconds. */
const maxWait = 30

/**
 * Creates a client. Its methods throw an `ApiError`.
 *
 * Calls are retried after `Retry-After` if the server was busy, which changes nothing, and after a lost connection if a retry is safe: for
 * `GET`, and for chats, which carry an idempotency key.
 *
 * ```ts
 * import { createClient } from '@colloquy/sdk'
 *
 * const client = createClient({ baseUrl: 'https://bots.example.com', token: 'a token' })
 * const { sessionId, messages } = await client.startChat({ publicId: 'my-bot' })
 * const turn = await client.continueChat({ sessionId, message: 'Hello' })
 * ```
 */
export function createClient({ baseUrl, token, headers, retries = 2, ...settings }: ClientSettings): Client {
  const base = baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl
  const run = async (call: PreparedCall, options: CallOptions): Promise<unknown> => {
    const key = options.idempotencyKey ?? (call.takesKey ? crypto.randomUUID() : undefined)
    const init = {
      method: call.method,
      headers: {
        ...headers,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...contentType(call.body),
      },
      body: encoded(call.body),
      signal: options.signal,
    }
    const isRepeatable = call.method === 'GET' || (call.takesKey && key !== undefined)
    for (let attempt = 0; ; attempt++) {
      try {
        const response = await (settings.fetch ?? fetch)(base + call.path, init).catch((error: unknown) => {
          throw options.signal?.aborted ? error : unreachable(error)
        })
        return await readAnswer(response, call)
      } catch (error) {
        const wait = error instanceof ApiError ? waitAfter(error, isRepeatable, attempt) : undefined
        if (wait === undefined || attempt >= retries || call.body instanceof ReadableStream) throw error
        await pause(wait, options.signal)
      }
    }
  }
  return callsOf<Calls>(operations, run)
}

/** Seconds until the call may be retried; undefined when it must not be. */
function waitAfter({ status, retryAfter }: ApiError, isRepeatable: boolean, attempt: number): number | undefined {
  if (status === 0) return isRepeatable ? 0.5 * 2 ** attempt : undefined
  const isBusy = status === 429 || status === 503
  return isBusy && retryAfter !== undefined && retryAfter <= maxWait ? retryAfter : undefined
}

const isJson = (body: unknown): boolean =>
  Array.isArray(body) || (typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype)

const encoded = (body: unknown) => (isJson(body) ? JSON.stringify(body) : body) as RequestInit['body']

/** Content type of a body that does not imply one itself. */
function contentType(body: unknown): { 'content-type'?: string } {
  if (isJson(body)) return { 'content-type': 'application/json' }
  const isBytes = body instanceof ArrayBuffer || ArrayBuffer.isView(body) || body instanceof ReadableStream
  return isBytes ? { 'content-type': 'application/octet-stream' } : {}
}

/** Rejects with the reason of the signal as soon as it aborts. */
const pause = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })
