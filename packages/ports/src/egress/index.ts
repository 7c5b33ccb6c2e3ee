/** Egress client: all calls over HTTP, with rules about their destinations; and DNS lookups. */
export { loopGuardHeader } from './check-headers.js'
export { decodeText } from './decode-text.js'
export { type DnsAnswer, type DnsResolver, openResolver } from './dns-records.js'
export { egressFailureOf, egressFetch, NotAnswered, type Send, type Sent, sentBy } from './egress-fetch.js'
export {
  type ArrivingBody,
  BrokenBody,
  type ChunkSink,
  type EgressAnswer,
  type EgressFailure,
  type EgressPort,
  type EgressRequest,
  type StreamedRequest,
} from './egress-port.js'
export { openEgress } from './open-egress.js'
export { readRetryAfter } from './retry-delay.js'
