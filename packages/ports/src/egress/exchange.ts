import type { Readable } from 'node:stream'
import type { Pool } from 'undici'
import type { CallGuard } from '../shares/call-guard.js'
import type { Stop } from '../shares/stop.js'
import { beginIf } from './begin-if.js'
import type { EgressOutcome } from './egress-port.js'
import { type Hop, headersOf, isRedirect, pathOf } from './hop.js'
import { type Packing, readPacking } from './read-body.js'

/** Result of one request: a response, or a redirect whose body is not read. */
export type Exchange<Body> =
  | Extract<EgressOutcome<Body>, { kind: 'response' }>
  | { kind: 'redirect'; status: number; location: string }

export interface ExchangeOptions<Body> {
  signal: Stop
  /** Reads the body of a response as it arrives. */
  read: (body: Readable, packing: Packing) => Body | Promise<Body>
  /** True if the body of the request must not be kept until that of the response has ended. */
  isStreamed?: boolean
  /** Our own headers, which are sent with every hop. */
  ownHeaders: readonly (readonly [name: string, value: string])[]
  guard: CallGuard | undefined
}

/**
 * Sends one hop and reads its response. Rejects if it is interrupted, if `read` rejects, or if the signal is aborted. The signal always has
 * to be aborted in the end, to free the connection of a body that was not read.
 */
export async function exchange<Body>(pool: Pool, hop: Hop, options: ExchangeOptions<Body>): Promise<Exchange<Body>> {
  const { signal, read, ownHeaders, isStreamed, guard } = options
  const sent = isStreamed && hop.body !== undefined ? new SentOnce(hop.body) : undefined
  const response = await pool.request({
    path: pathOf(hop),
    method: hop.method as 'GET',
    headers: [...headersOf(hop), ...ownHeaders, ...(sent?.headers ?? [])].flat(),
    body: (sent as unknown as Readable | undefined) ?? hop.body ?? null,
    signal,
    responseHeaders: 'raw',
    ...(guard && beginIf(() => mayBegin(guard, signal))),
  })
  const status = response.statusCode
  const headers = readHeaders(response.headers as unknown as readonly string[])
  // A discarded body emits an error event, which needs a listener.
  response.body.on('error', ignore)
  const { location } = headers
  if (isRedirect(status) && location !== undefined) {
    return { kind: 'redirect', status, location: Buffer.from(location, 'latin1').toString('utf8') }
  }
  const body = await read(response.body, readPacking(headers['content-encoding']))
  return { kind: 'response', status, headers, body }
}

/** Ends the call of a request that may not begin. */
function mayBegin(guard: CallGuard, signal: Stop): boolean {
  const may = guard.mayBegin()
  if (!may) signal.abort()
  return may
}

/** The body of a request, which is let go as it is sent. The client library keeps what it was given until the response has ended. */
class SentOnce implements AsyncIterable<Uint8Array> {
  readonly headers: readonly (readonly [name: string, value: string])[]
  #bytes: Uint8Array | undefined

  constructor(body: string | Uint8Array) {
    this.#bytes = typeof body === 'string' ? Buffer.from(body) : body
    this.headers = [['content-length', String(this.#bytes.byteLength)]]
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const bytes = this.#bytes
    this.#bytes = undefined
    if (bytes) yield bytes
  }
}

const ignore = () => {}

/** Converts alternating names and values to a record, without a prototype because the names come from the other server. */
function readHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null)
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]?.toLowerCase() ?? ''
    const value = raw[index + 1] ?? ''
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  return headers
}
