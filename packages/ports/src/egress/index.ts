/** Egress client: all calls over HTTP, with rules about their destinations; and DNS lookups. */
export { loopGuardHeader } from './check-headers.js'
export { decodeText } from './decode-text.js'
export { type DnsResolver, type DnsResponse, openResolver } from './dns-records.js'
export { egressFailureOf, egressFetch, NoResponseError, type Send, type Sent, sentBy } from './egress-fetch.js'
export {
  type ArrivingBody,
  BrokenBody,
  type ChunkSink,
  type EgressFailure,
  type EgressOutcome,
  type EgressPort,
  type EgressRequest,
  type StreamedRequest,
} from './egress-port.js'
export { openEgress } from './open-egress.js'
export { readRetryAfter } from './retry-delay.js'
