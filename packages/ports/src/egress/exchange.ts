import type { Readable } from 'node:stream'
import type { Pool } from 'undici'
import type { EgressAnswer } from './egress-port.js'
import { type Hop, headersOf, isRedirect } from './hop.js'
import { type Packing, readPacking } from './read-body.js'

/** What one request brought: a response, or a redirect whose body nobody reads. */
export type Exchange<Body> =
  | Extract<EgressAnswer<Body>, { kind: 'response' }>
  | { kind: 'redirect'; status: number; location: string }

export interface ExchangeOptions<Body> {
  signal: AbortSignal
  /** Takes the body of a response as it comes. */
  read: (body: Readable, packing: Packing) => Body | Promise<Body>
  /** Headers of ours that go with every hop. */
  ownHeaders: readonly (readonly [name: string, value: string])[]
}

/**
 * Sends one hop and reads what comes. Rejects when it breaks off, as `read` does, or when the signal is raised, which has to be raised in
 * the end: it frees the connection of a body that was not read.
 */
export async function exchange<Body>(pool: Pool, hop: Hop, options: ExchangeOptions<Body>): Promise<Exchange<Body>> {
  const { signal, read, ownHeaders } = options
  const answer = await pool.request({
    path: `${hop.url.pathname}${hop.url.search}`,
    method: hop.method as 'GET',
    headers: [...headersOf(hop), ...ownHeaders].flat(),
    body: hop.body ?? null,
    signal,
    responseHeaders: 'raw',
  })
  const status = answer.statusCode
  const headers = readHeaders(answer.headers as unknown as readonly string[])
  // A body that is given up says so by an event, for which somebody has to listen.
  answer.body.on('error', () => {})
  const { location } = headers
  if (isRedirect(status) && location !== undefined) {
    return { kind: 'redirect', status, location: Buffer.from(location, 'latin1').toString('utf8') }
  }
  const body = await read(answer.body, readPacking(headers['content-encoding']))
  return { kind: 'response', status, headers, body }
}

/** Names and values by turns into a record without a prototype: the other side chooses the names. */
function readHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null)
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]?.toLowerCase() ?? ''
    const value = raw[index + 1] ?? ''
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  return headers
}
