import { readUrl } from '../read-url.js'
import type { FairGate } from '../shares/fair-gate.js'
import type { Call, EgressState } from './attempts.js'
import { checkHeaders } from './check-headers.js'
import type { EgressProxy } from './connect-through-proxy.js'
import type { EgressFailure, EgressRequest, StopSignal } from './egress-port.js'
import { type DestinationRules, findDestination, lookupBySystem } from './find-destination.js'
import { firstHop, type Hop } from './hop.js'

/** A call that has been given a place. */
export interface CallInProgress extends Omit<Call<never>, 'read'> {
  hop: Hop
  /** By `performance.now()`. */
  deadline: number
  /** Ends the call as timed out after this many seconds, unless the timer is cleared. */
  endAfter: (seconds: number) => NodeJS.Timeout
  /** Why the call was ended, once its signal is aborted. */
  ending: () => EgressFailure
  /** Has to be called in the end. May be called more than once. */
  end: () => void
}

/** Waits for a place, and checks everything that can be checked before anything is sent. */
export async function begin(
  door: EgressState,
  request: EgressRequest,
  { signal, gate, mostSeconds = maxSeconds }: { signal: StopSignal | undefined; gate: FairGate; mostSeconds?: number },
): Promise<CallInProgress | EgressFailure> {
  const start = firstHop(request)
  if (start.kind === 'refused') return start
  const [problem] = checkHeaders([...request.headers, ...(request.secretHeaders?.headers ?? [])])
  if (problem !== undefined) return { kind: 'refused', reason: problem }
  const seconds = Math.min(request.timeoutSeconds ?? defaultSeconds, mostSeconds)
  const deadline = performance.now() + seconds * 1000
  const ended = new AbortController()
  let secondsOver: number | undefined
  const raise = () => ended.abort()
  const endAfter = (most: number) =>
    setTimeout(() => {
      if (!ended.signal.aborted) secondsOver = most
      raise()
    }, most * 1000)
  const timer = endAfter(seconds)
  const causes = signal ? [door.closing.signal, signal] : [door.closing.signal]
  for (const cause of causes) cause.addEventListener('abort', raise)
  if (causes.some((cause) => cause.aborted)) raise()
  let leave: (() => void) | undefined
  const end = () => {
    clearTimeout(timer)
    for (const cause of causes) cause.removeEventListener('abort', raise)
    raise()
    leave?.()
    leave = undefined
  }
  try {
    leave = await gate.enter(request.owner, ended.signal)
    if (leave === undefined) {
      const isLate = secondsOver !== undefined
      const isGivenUp = ended.signal.aborted
      end()
      return notMade(seconds, isLate, isGivenUp)
    }
    const rules = { ...door.rules, lookup: door.lookup ?? lookupBySystem(request.owner, ended.signal) }
    const proxy = await proxyOf(request.proxyUrl, rules)
    if (proxy !== undefined && 'kind' in proxy) {
      end()
      return proxy
    }
    return {
      door,
      rules,
      signal: ended.signal,
      maxBytes: request.maxBytes ?? door.maxBytes,
      proxy,
      admit: request.admit,
      heard: request.heard,
      hop: start.hop,
      deadline,
      endAfter,
      ending: () => (secondsOver === undefined ? givenUp : { kind: 'timeout', seconds: secondsOver }),
      end,
    }
  } catch (error) {
    end()
    throw error
  }
}

const defaultSeconds = 10
const maxSeconds = 120

const givenUp: EgressFailure = {
  kind: 'failed',
  reason: 'The call was given up: its turn was, or the service is closing.',
}

/** Failure of a call that never got a place. */
function notMade(seconds: number, isLate: boolean, isGivenUp: boolean): EgressFailure {
  if (isLate) {
    return {
      kind: 'failed',
      reason: `Other calls of this workspace were in progress for ${seconds} s: this one was not made.`,
      isUnmade: true,
    }
  }
  if (isGivenUp) return givenUp
  return { kind: 'failed', reason: 'Too many calls of this workspace wait: this one was not made.', isUnmade: true }
}

/** The proxy of a call, checked like any other host; or the reason why the call is not made. */
async function proxyOf(
  text: string | undefined,
  rules: DestinationRules,
): Promise<EgressProxy | EgressFailure | undefined> {
  if (text === undefined) return undefined
  const url = readUrl(text)
  if (url === undefined) return { kind: 'refused', reason: 'The address of the proxy is none.' }
  const destination = await findDestination(url, rules)
  if (destination.kind !== 'open') return { ...destination, reason: `The proxy: ${destination.reason}` }
  return { url, addresses: destination.addresses }
}

/** Stops waiting for the work when the signal is aborted: a lookup cannot be canceled. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
