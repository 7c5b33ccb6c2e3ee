import type { FairGate } from '../shares/fair-gate.js'
import type { SharedPool } from '../shares/shared-pool.js'
import type { Stop } from '../shares/stop.js'
import { bareHost } from './allow-list.js'
import type { EgressProxy } from './connect-through-proxy.js'
import type { Connections } from './connections.js'
import type { EgressFailure, EgressOutcome, EgressRequest } from './egress-port.js'
import { type ExchangeOptions, exchange } from './exchange.js'
import { explainFailure, isBroken } from './explain-failure.js'
import { type DestinationRules, findDestination, type Lookup } from './find-destination.js'
import { type Hop, redirectedHop, secretProblem } from './hop.js'
import { NoSpaceError, PackingError, TooLargeError } from './read-body.js'
import { type RetryCause, retryDelay } from './retry-delay.js'

/** State shared by all calls. */
export interface EgressState {
  rules: Omit<DestinationRules, 'lookup'>
  lookup: Lookup | undefined
  connections: Promise<Connections> | undefined
  ownHeaders: readonly (readonly [name: string, value: string])[]
  /** Calls in progress; undefined once the client is closed. */
  calls: Set<Stop> | undefined
  gate: FairGate
  /** For calls to language models: they take long, and must not occupy the places of other calls. */
  modelGate: FairGate
  /** As many as there may be calls, so that a slow path of a host delays no other call to it. */
  connectionsPerOrigin: number
  /** Pool for the bytes of responses that are being read. */
  received: SharedPool
  /** Limit for one response, unless its request sets another one. */
  maxBytes: number
  limitReached: (name: 'receivedBytes') => void
}

export interface Call<Body> {
  egress: EgressState
  rules: DestinationRules
  signal: Stop
  maxBytes: number
  read: ExchangeOptions<Body>['read']
  isStreamed?: boolean
  proxy: EgressProxy | undefined
  guard: EgressRequest['guard']
  heard: EgressRequest['heard']
}

const maxRedirects = 5

/** Makes the call, and retries it if that may help and time allows; otherwise returns the last answer. */
export async function attempts<Body>(call: Call<Body>, first: Hop, deadline: number): Promise<EgressOutcome<Body>> {
  for (let retries = 0; ; retries += 1) {
    const reason = call.guard?.takeCall()
    if (reason !== undefined) return { kind: 'failed', reason }
    const { response, cause } = await follow(call, first)
    if (cause === undefined) return response
    const delay = retryDelay(retries, first.method, cause, Date.now())
    if (delay === undefined || performance.now() + delay >= deadline) return response
    await pause(delay, call.signal)
  }
}

interface Attempt<Body> {
  response: EgressOutcome<Body>
  /** Why a retry may bring a different answer. */
  cause?: RetryCause
}

/** Loaded on demand because the HTTP client is large; services whose flows make no calls never load it. */
function connectionsOf(egress: EgressState): Promise<Connections> {
  egress.connections ??= import('./connections.js').then(({ openConnections }) =>
    openConnections(egress.connectionsPerOrigin),
  )
  return egress.connections
}

/** One attempt: the first request and those of redirects, each checked again. */
async function follow<Body>(call: Call<Body>, first: Hop): Promise<Attempt<Body>> {
  let hop = first
  for (let redirects = 0; ; redirects += 1) {
    const destination = await findDestination(hop.url, call.rules)
    if (destination.kind !== 'open') return { response: destination }
    const problem = secretProblem(hop, destination.isInside)
    if (problem !== undefined) return { response: { kind: 'refused', reason: problem } }
    call.signal.throwIfAborted()
    const connections = await connectionsOf(call.egress)
    const pool = connections.to(hop.url.origin, destination.addresses, call.proxy)
    const got = await exchange(pool, hop, { ...call, ownHeaders: call.egress.ownHeaders }).catch((error) =>
      failedAttempt(call, hop, error),
    )
    if ('response' in got) return got
    if (got.kind === 'response') {
      call.heard?.(got)
      return { response: got, cause: got }
    }
    if (redirects === maxRedirects) {
      return { response: { kind: 'refused', reason: `${bareHost(hop.url)} redirects a ${maxRedirects + 1}th time.` } }
    }
    const next = redirectedHop(hop, got.status, got.location)
    if (next.kind === 'refused') return { response: next }
    hop = next.hop
  }
}

function failedAttempt(call: Call<unknown>, hop: Hop, error: unknown): Attempt<never> {
  call.signal.throwIfAborted()
  const response = failureOf(call, bareHost(hop.url), error)
  return isBroken(error) ? { response, cause: { kind: 'broken' } } : { response }
}

/** Converts the error thrown by a call to the reason why it brought no response. */
export function failureOf(
  { maxBytes, egress }: Pick<Call<unknown>, 'maxBytes' | 'egress'>,
  host: string,
  error: unknown,
): EgressFailure {
  if (error instanceof TooLargeError) return { kind: 'too-large', maxBytes }
  if (error instanceof NoSpaceError) {
    egress.limitReached('receivedBytes')
    return { kind: 'failed', reason: error.message }
  }
  if (error instanceof PackingError) return { kind: 'failed', reason: error.message }
  return { kind: 'failed', reason: explainFailure(error, host) }
}

function pause(milliseconds: number, signal: Stop): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })
}
