import { readUrl } from '../read-url.js'
import type { FairGate } from '../shares/fair-gate.js'
import { Stop, type StopSignal } from '../shares/stop.js'
import type { Call, EgressState } from './attempts.js'
import { checkHeaders } from './check-headers.js'
import type { EgressProxy } from './connect-through-proxy.js'
import type { EgressFailure, EgressRequest } from './egress-port.js'
import { type DestinationRules, findDestination, lookupBySystem } from './find-destination.js'
import { firstHop, type Hop } from './hop.js'

/** A call that has been given a place. */
export interface CallInProgress extends Omit<Call<never>, 'read'> {
  signal: CallEnd
  hop: Hop
  /** By `performance.now()`. */
  deadline: number
}

/** Signal that ends a call: when it takes too long, its cause is aborted, the client is closed, or nobody needs it any more. */
export class CallEnd extends Stop {
  readonly #egress: EgressState
  readonly #cause: StopSignal | undefined
  readonly #timer: NodeJS.Timeout
  readonly #onCause = () => this.abort()
  #secondsOver: number | undefined
  #leave: (() => void) | undefined

  /** The call takes at most `seconds`. */
  constructor(egress: EgressState, cause: StopSignal | undefined, seconds: number) {
    super()
    this.#egress = egress
    this.#cause = cause
    this.#timer = this.after(seconds)
    cause?.addEventListener('abort', this.#onCause)
    if (egress.calls === undefined || cause?.aborted) this.abort()
    else egress.calls.add(this)
  }

  /** Ends the call as timed out after this many seconds, unless the timer is cleared. */
  after(seconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      if (!this.aborted) this.#secondsOver = seconds
      this.abort()
    }, seconds * 1000)
  }

  /** Takes the function that gives back the place of the call. */
  entered(leave: (() => void) | undefined): void {
    this.#leave = leave
  }

  get isLate(): boolean {
    return this.#secondsOver !== undefined
  }

  /** Why the call was ended, once aborted. */
  get failure(): EgressFailure {
    return this.#secondsOver === undefined ? givenUp : { kind: 'timeout', seconds: this.#secondsOver }
  }

  /** Has to be called in the end. May be called more than once. */
  end(): void {
    clearTimeout(this.#timer)
    this.#cause?.removeEventListener('abort', this.#onCause)
    this.#egress.calls?.delete(this)
    this.abort()
    this.#leave?.()
    this.#leave = undefined
  }
}

/** Waits for a place, and checks everything that can be checked before anything is sent. */
export async function begin(
  egress: EgressState,
  request: EgressRequest,
  {
    signal,
    gate,
    limitSeconds = maxSeconds,
  }: { signal: StopSignal | undefined; gate: FairGate; limitSeconds?: number },
): Promise<CallInProgress | EgressFailure> {
  const start = firstHop(request)
  if (start.kind === 'refused') return start
  const [problem] = checkHeaders([...request.headers, ...(request.secretHeaders?.headers ?? [])])
  if (problem !== undefined) return { kind: 'refused', reason: problem }
  const seconds = Math.min(request.timeoutSeconds ?? defaultSeconds, limitSeconds)
  const deadline = performance.now() + seconds * 1000
  const ended = new CallEnd(egress, signal, seconds)
  try {
    const leave = await gate.enter(request.owner, ended)
    ended.entered(leave)
    if (leave === undefined) {
      const { isLate, aborted } = ended
      ended.end()
      return notMade(seconds, isLate, aborted)
    }
    const rules = { ...egress.rules, lookup: egress.lookup ?? lookupBySystem(request.owner, ended) }
    const proxy = await proxyOf(request.proxyUrl, rules)
    if (proxy !== undefined && 'kind' in proxy) {
      ended.end()
      return proxy
    }
    return {
      egress,
      rules,
      signal: ended,
      maxBytes: request.maxBytes ?? egress.maxBytes,
      proxy,
      guard: request.guard,
      heard: request.heard,
      hop: start.hop,
      deadline,
    }
  } catch (error) {
    ended.end()
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
export function untilAborted<T>(work: Promise<T>, signal: Stop): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
