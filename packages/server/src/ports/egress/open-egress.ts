import { setMaxListeners } from 'node:events'
import type { CheckAddress } from '../mail/mail-port.js'
import { allowEntryOf, bareHost, readEgressAllow } from './allow-list.js'
import { checkHeaders, loopGuardHeader } from './check-headers.js'
import type { EgressProxy } from './connect-through-proxy.js'
import type { Connections } from './connections.js'
import type { EgressAnswer, EgressPort, EgressRequest } from './egress-port.js'
import { exchange } from './exchange.js'
import { explainFailure, isBroken } from './explain-failure.js'
import { type DestinationRules, findDestination, findHost, type Lookup, lookupBySystem } from './find-destination.js'
import { firstHop, type Hop, redirectedHop, secretProblem } from './hop.js'
import { canonicalAddress } from './judge-address.js'
import { PackingError, TooLargeError } from './read-body.js'
import { type RetryCause, retryDelay } from './retry-delay.js'

export interface EgressOptions {
  /** Entries of `EGRESS_ALLOW`, `host:port` or `address:port`. */
  allow: readonly string[]
  /** Our own origins (`https://bots.example.com`) and public addresses (`203.0.113.9`), which flows may not call. */
  own?: readonly string[]
  /** The same text in all processes of one service, sent along so that it knows its own calls; see `loopGuardHeader`. */
  loopGuard?: string
  /** Default: by the system. */
  lookup?: Lookup
}

/** Opens the door. It keeps connections until it is closed. Throws on an entry that `readEgressAllow` would not take. */
export function openEgress(options: EgressOptions): EgressPort {
  const closing = new AbortController()
  // One listener for each call under way, however many these are.
  setMaxListeners(0, closing.signal)
  const door: Door = {
    rules: destinationRules(options),
    connections: undefined,
    ownHeaders: options.loopGuard === undefined ? [] : [[loopGuardHeader, options.loopGuard]],
    closing,
  }
  return {
    send: (request, signal) => send(door, request, signal),
    async close() {
      closing.abort()
      await (await door.connections)?.close()
    },
  }
}

/** Ports on which mail servers take mail. */
const mailPorts: readonly number[] = [25, 465, 587, 2525]

/** Finds the address of a mail server that a flow names, by the rules of the door. */
export function openAddressCheck(options: EgressOptions): CheckAddress {
  const rules = { ...destinationRules(options), isOpenPort: (port: number) => mailPorts.includes(port) }
  return async (host, port) => {
    const name = host.toLowerCase().replace(/\.$/, '')
    const found = await findHost(name, port, `${name}:${port}`, rules)
    if (found.kind !== 'open') return { kind: 'refused', reason: found.reason }
    return { kind: 'address', address: found.addresses[0] as string }
  }
}

interface Door {
  rules: DestinationRules
  connections: Promise<Connections> | undefined
  ownHeaders: readonly (readonly [name: string, value: string])[]
  closing: AbortController
}

const maxRedirects = 5
const defaultSeconds = 10
const maxSeconds = 120
const defaultMaxBytes = 5_000_000

async function send(door: Door, request: EgressRequest, signal?: AbortSignal): Promise<EgressAnswer> {
  const start = firstHop(request)
  if (start.kind === 'refused') return start
  const [problem] = checkHeaders([...request.headers, ...(request.secretHeaders?.headers ?? [])])
  if (problem !== undefined) return { kind: 'refused', reason: problem }
  const seconds = Math.min(request.timeoutSeconds ?? defaultSeconds, maxSeconds)
  const deadline = performance.now() + seconds * 1000
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), seconds * 1000)
  const ending = firstOf(late.signal, door.closing.signal, ...(signal ? [signal] : []))
  try {
    const proxy = await proxyOf(request.proxyUrl, door.rules)
    if (proxy !== undefined && 'kind' in proxy) return proxy
    const call: Call = { door, signal: ending.signal, maxBytes: request.maxBytes ?? defaultMaxBytes, proxy }
    return await untilAborted(attempts(call, start.hop, deadline), ending.signal)
  } catch (error) {
    if (!ending.signal.aborted) throw error
    if (late.signal.aborted) return { kind: 'timeout', seconds }
    return { kind: 'failed', reason: 'The call was given up: its turn was, or the service is closing.' }
  } finally {
    clearTimeout(timer)
    ending.release()
  }
}

interface Call {
  door: Door
  signal: AbortSignal
  maxBytes: number
  proxy: EgressProxy | undefined
}

/** The proxy of a call, judged like any other host; or why the call is not made. */
async function proxyOf(
  text: string | undefined,
  rules: DestinationRules,
): Promise<EgressProxy | EgressAnswer | undefined> {
  if (text === undefined) return undefined
  if (!URL.canParse(text)) return { kind: 'refused', reason: 'The address of the proxy is none.' }
  const url = new URL(text)
  const destination = await findDestination(url, rules)
  if (destination.kind !== 'open') return { ...destination, reason: `The proxy: ${destination.reason}` }
  return { url, addresses: destination.addresses }
}

/** Makes the call, and again where that may help and the time allows it; otherwise what came last is the answer. */
async function attempts(call: Call, first: Hop, deadline: number): Promise<EgressAnswer> {
  for (let retries = 0; ; retries += 1) {
    const { answer, cause } = await follow(call, first)
    if (cause === undefined) return answer
    const delay = retryDelay(retries, first.method, cause, Date.now())
    if (delay === undefined || performance.now() + delay >= deadline) return answer
    await pause(delay, call.signal)
  }
}

interface Attempt {
  answer: EgressAnswer
  /** Why another attempt may bring another answer. */
  cause?: RetryCause
}

/** The client for HTTP is large: a service whose flows call nobody does without it. */
function connectionsOf(door: Door): Promise<Connections> {
  door.connections ??= import('./connections.js').then(({ openConnections }) => openConnections())
  return door.connections
}

/** One attempt: the first request and those that redirects ask for, each judged anew. */
async function follow(call: Call, first: Hop): Promise<Attempt> {
  let hop = first
  for (let redirects = 0; ; redirects += 1) {
    const destination = await findDestination(hop.url, call.door.rules)
    if (destination.kind !== 'open') return { answer: destination }
    const problem = secretProblem(hop, destination.isInside)
    if (problem !== undefined) return { answer: { kind: 'refused', reason: problem } }
    call.signal.throwIfAborted()
    const connections = await connectionsOf(call.door)
    const pool = connections.to(hop.url.origin, destination.addresses, call.proxy)
    const got = await exchange(pool, hop, { ...call, ownHeaders: call.door.ownHeaders }).catch((error) =>
      failedAttempt(call, hop, error),
    )
    if ('answer' in got) return got
    if (got.kind === 'response') return { answer: got, cause: got }
    if (redirects === maxRedirects) {
      return { answer: { kind: 'refused', reason: `${bareHost(hop.url)} redirects a ${maxRedirects + 1}th time.` } }
    }
    const next = redirectedHop(hop, got.status, got.location)
    if (next.kind === 'refused') return { answer: next }
    hop = next.hop
  }
}

function failedAttempt({ signal, maxBytes }: Call, hop: Hop, error: unknown): Attempt {
  signal.throwIfAborted()
  if (error instanceof TooLargeError) return { answer: { kind: 'too-large', maxBytes } }
  if (error instanceof PackingError) return { answer: { kind: 'failed', reason: error.message } }
  const answer: EgressAnswer = { kind: 'failed', reason: explainFailure(error, bareHost(hop.url)) }
  return isBroken(error) ? { answer, cause: { kind: 'broken' } } : { answer }
}

function destinationRules({ allow, own = [], lookup = lookupBySystem }: EgressOptions): DestinationRules {
  const read = readEgressAllow(allow.join(' '))
  if (read.kind === 'wrong') throw new Error(`The addresses that flows may call are wrong: ${read.problem}`)
  const ownAddresses = own.flatMap((entry) => canonicalAddress(entry) ?? [])
  const origins = own.filter((entry) => canonicalAddress(entry) === undefined)
  const ownEntries = origins.map((entry) => allowEntryOf(new URL(entry)))
  return { allow: new Set(read.allow), ownEntries: new Set(ownEntries), ownAddresses: new Set(ownAddresses), lookup }
}

/** A signal that is raised with the first of these, or when it is let go, so that nothing under way outlives its call. */
function firstOf(...signals: AbortSignal[]) {
  const controller = new AbortController()
  const raise = () => controller.abort()
  for (const signal of signals) signal.addEventListener('abort', raise)
  if (signals.some((signal) => signal.aborted)) raise()
  return {
    signal: controller.signal,
    release() {
      for (const signal of signals) signal.removeEventListener('abort', raise)
      raise()
    },
  }
}

/** A lookup cannot be ended, only left behind. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    work.then(resolve, reject)
  })
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })
}
