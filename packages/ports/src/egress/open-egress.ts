import type { CheckAddress } from '../mail/mail-port.js'
import { FairGate } from '../shares/fair-gate.js'
import { SharedPool } from '../shares/shared-pool.js'
import type { StopSignal } from '../shares/stop.js'
import { allowEntryOf, bareHost, readEgressAllow } from './allow-list.js'
import { arrivingParts, BodyOfCall, type CallOfBody } from './arriving-body.js'
import { attempts, type Call, type EgressState } from './attempts.js'
import { begin, type CallInProgress, untilAborted } from './call-in-progress.js'
import { loopGuardHeader } from './check-headers.js'
import { canonicalAddress } from './classify-address.js'
import type { ArrivingBody, EgressOutcome, EgressPort, EgressRequest, StreamedRequest } from './egress-port.js'
import { type DestinationRules, findHost, type Lookup, lookupBySystem } from './find-destination.js'
import { NoSpaceError, readBody } from './read-body.js'
import { refuseInRehearsal } from './without-effects.js'

/** Limits for all calls of an instance together; `responseBytes` applies to each call. */
export interface EgressLimits {
  outgoingCalls: number
  /** Calls to language models: those with an account, and those whose responses are read while they arrive. */
  generations: number
  /** Of these, the calls with one account. */
  modelCallsPerWorkspace: number
  receivedBytes: number
  responseBytes: number
}

/** Hosts that flows may call. */
export interface EgressRules {
  /** Entries of `EGRESS_ALLOW`, `host:port` or `address:port`. */
  allow: readonly string[]
  /** Our own origins (`https://bots.example.com`) and public addresses (`203.0.113.9`), which flows may not call. */
  own?: readonly string[]
  /** Default: the system's resolver. */
  lookup?: Lookup
}

export interface EgressOptions extends EgressRules {
  /** The same text in all processes of one service, sent with calls so that it recognizes its own; see `loopGuardHeader`. */
  loopGuard?: string
  limits: EgressLimits
  /** Called if a call has to wait, or fails, because of a limit of the instance. */
  limitReached?: (name: keyof EgressLimits) => void
}

/** Opens the egress client. It reuses connections until it is closed. Throws if `readEgressAllow` rejects an entry. */
export function openEgress(options: EgressOptions): EgressPort {
  const { limits, limitReached = () => {} } = options
  const egress: EgressState = {
    rules: destinationRules(options),
    lookup: options.lookup,
    connections: undefined,
    ownHeaders: options.loopGuard === undefined ? [] : [[loopGuardHeader, options.loopGuard]],
    calls: new Set(),
    gate: new FairGate({ slots: limits.outgoingCalls, onWait: () => limitReached('outgoingCalls') }),
    modelGate: new FairGate({
      slots: limits.generations,
      slotsPerAccount: limits.modelCallsPerWorkspace,
      onWait: (cause) => limitReached(cause === 'account' ? 'modelCallsPerWorkspace' : 'generations'),
    }),
    connectionsPerOrigin: limits.outgoingCalls + limits.generations,
    received: new SharedPool(limits.receivedBytes),
    maxBytes: limits.responseBytes,
    limitReached,
  }
  return {
    send: (request, signal) => send(egress, request, signal),
    open: (request, signal) => open(egress, request, signal),
    async close() {
      const calls = egress.calls ?? []
      egress.calls = undefined
      for (const call of calls) call.abort()
      await (await egress.connections)?.close()
    },
  }
}

/** Ports on which mail servers accept mail. */
const mailPorts: readonly number[] = [25, 465, 587, 2525]

/** Finds the address of a mail server that a flow names, by the rules of the egress client. */
export function openAddressCheck(options: EgressRules): CheckAddress {
  const rules = { ...destinationRules(options), isOpenPort: (port: number) => mailPorts.includes(port) }
  return async (host, port, owner, signal) => {
    refuseInRehearsal(host)
    const lookup = options.lookup ?? lookupBySystem(owner, signal)
    const name = host.toLowerCase().replace(/\.$/, '')
    const found = await findHost(name, port, `${name}:${port}`, { ...rules, lookup })
    if (found.kind !== 'open') return { kind: 'refused', reason: found.reason }
    return { kind: 'address', address: found.addresses[0] as string }
  }
}

async function send(egress: EgressState, request: EgressRequest, signal?: StopSignal): Promise<EgressOutcome> {
  refuseInRehearsal(request.url)
  const gate = request.owner.accountId === undefined ? egress.gate : egress.modelGate
  const ongoing = await begin(egress, request, { signal, gate })
  if ('kind' in ongoing) return ongoing
  const { workspaceId } = request.owner
  const { maxBytes } = ongoing
  let held = 0
  const hold = (bytes: number) => {
    if (!egress.received.take(workspaceId, bytes)) throw new NoSpaceError()
    held += bytes
  }
  try {
    return await answered(ongoing, (body, packing) => readBody(body, packing, { maxBytes, hold }))
  } finally {
    egress.received.giveBack(workspaceId, held)
    ongoing.signal.end()
  }
}

async function open(
  egress: EgressState,
  request: StreamedRequest,
  signal?: StopSignal,
): Promise<EgressOutcome<ArrivingBody>> {
  refuseInRehearsal(request.url)
  const ongoing = await begin(egress, request, {
    signal,
    gate: egress.modelGate,
    limitSeconds: Number.POSITIVE_INFINITY,
  })
  if ('kind' in ongoing) return ongoing
  const timer = ongoing.signal.after(request.firstByteSeconds)
  try {
    const streamed = { ...ongoing, isStreamed: true }
    const response = await answered(streamed, (body, packing) => arrivingParts(body, packing, ongoing.maxBytes))
    if (response.kind !== 'response') {
      ongoing.signal.end()
      return response
    }
    return { ...response, body: new BodyOfCall(response.body, callOfBody(ongoing), request) }
  } catch (error) {
    ongoing.signal.end()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** The final address of a redirected call is not needed: failures name the host that was called. */
const callOfBody = ({ egress, maxBytes, signal, hop }: CallInProgress): CallOfBody => ({
  egress,
  maxBytes,
  signal,
  host: bareHost(hop.url),
})

async function answered<Body>(ongoing: CallInProgress, read: Call<Body>['read']): Promise<EgressOutcome<Body>> {
  const { signal, hop, deadline } = ongoing
  try {
    return await untilAborted(attempts({ ...ongoing, read }, hop, deadline), signal)
  } catch (error) {
    if (!signal.aborted) throw error
    return signal.failure
  }
}

function destinationRules({ allow, own = [] }: EgressRules): Omit<DestinationRules, 'lookup'> {
  const read = readEgressAllow(allow.join(' '))
  if (read.kind === 'wrong') throw new Error(`The addresses that flows may call are wrong: ${read.problem}`)
  const ownAddresses = own.flatMap((entry) => canonicalAddress(entry) ?? [])
  const origins = own.filter((entry) => canonicalAddress(entry) === undefined)
  const ownEntries = origins.map((entry) => allowEntryOf(new URL(entry)))
  return { allow: new Set(read.allow), ownEntries: new Set(ownEntries), ownAddresses: new Set(ownAddresses) }
}
