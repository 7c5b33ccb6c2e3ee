import type { CallGuard } from '../shares/call-guard.js'
import type { Owner } from '../shares/owner.js'
import type { StopSignal } from '../shares/stop.js'

/** One call that a flow requests. */
export interface EgressRequest {
  /** Calls with an `accountId` occupy places among those of language models, and wait for other calls with the same account. */
  owner: Owner
  /** An http or https address. A user and password in it become an Authorization header. */
  url: string
  /** GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS, in any case. */
  method: string
  /** Headers that the author set; `checkHeaders` checks them, and a redirect to another origin drops them for good. */
  headers: readonly (readonly [name: string, value: string])[]
  /** Not sent with GET and HEAD. */
  body?: string | Uint8Array
  /** Seconds for the whole call, including redirects, retries and the wait for other calls; default 10, at most 120 unless the response is streamed. */
  timeoutSeconds?: number
  /** Maximum size of the response body after decoding, in bytes; default: `responseBytes` of the limits. */
  maxBytes?: number
  secretHeaders?: SecretHeaders
  /** Refuses redirects to another origin: only the called service can answer. */
  staysAtOrigin?: true
  /**
   * Address of an http or https proxy for the call, optionally with a user and password. It has to pass the same rules as any other
   * address, and is asked to connect to the address that was checked here.
   */
  proxyUrl?: string
  /** Asked before each attempt and request. */
  guard?: CallGuard
  /** Called with each response while the call still has its place: before the guard of the call that takes the place next is asked. */
  heard?: (head: Pick<EgressResponse<unknown>, 'status' | 'headers'>) => void
}

/** Headers of a stored credential. They are sent to the credential's hosts only, encrypted, and never past a redirect elsewhere. */
export interface SecretHeaders {
  headers: readonly (readonly [name: string, value: string])[]
  /** Exact names, such as `api.example.com`, or with a port that is not the default one, `api.example.com:8443`. */
  hosts: readonly string[]
  /** Replaces a text in the path of the address when a request is sent, so that no error, log or redirect shows the secret. */
  path?: readonly [placeholder: string, secret: string]
}

/** A call whose response is read while it arrives. */
export interface StreamedRequest extends EgressRequest {
  /** Maximum seconds until the first byte of the body. */
  firstByteSeconds: number
  /** Maximum seconds between two parts of the body; the time that the reader takes does not count. */
  idleSeconds: number
}

/** Header names are in lowercase; values of a repeated header are joined by a comma. */
interface EgressResponse<Body> {
  kind: 'response'
  status: number
  headers: Record<string, string>
  body: Body
}

/**
 * Why a call brought no response. Reasons are for the author's log: they name hosts, but never a path, a query, a header's value or a body.
 */
export type EgressFailure =
  /** One of our rules forbids the call, or continuing it after a redirect. Nothing was sent to the forbidden address. */
  | { kind: 'refused'; reason: string }
  | { kind: 'timeout'; seconds: number }
  | { kind: 'too-large'; maxBytes: number }
  /** An error outside the service: an unknown name, no connection, an invalid response. `isUnmade`: other calls were in the way. */
  | { kind: 'failed'; reason: string; isUnmade?: true }

export type EgressOutcome<Body = Uint8Array> = EgressResponse<Body> | EgressFailure

/** Thrown if a body ended before it was complete. */
export class BrokenBody extends Error {
  readonly failure: EgressFailure

  constructor(failure: EgressFailure) {
    super(`The body broke off: ${failure.kind}`)
    this.failure = failure
  }
}

/** Receives the parts of a body. */
export interface ChunkSink {
  /** Returns false if it needs no more. */
  take(part: Uint8Array): boolean
  /** Called once in the end, with the error if the body broke off. */
  ended(error?: unknown): void
}

/** A body of which each part is received when its reader requests it; the call ends with the body. */
export interface ArrivingBody {
  /** Returns the next part; undefined at the end. Rejects with `BrokenBody`. */
  read(): Promise<Uint8Array | undefined>
  /** Hands over the parts that are left when they arrive. Waiting this way takes a tenth of the memory of a pending `read`. */
  rest(taker: ChunkSink): void
  /** Discards the rest of the body. */
  cancel(): void
}

/** The egress client: all outgoing calls of flows go through it. */
export interface EgressPort {
  /** Never rejects. An aborted signal ends the call as failed. */
  send(request: EgressRequest, signal?: StopSignal): Promise<EgressOutcome>
  /**
   * The same for a response that is read while it arrives, with the same rules and limits, and no faster than its reader takes it. It
   * occupies no place among the calls of `send`. The body has to be read to its end or cancelled.
   */
  open(request: StreamedRequest, signal?: StopSignal): Promise<EgressOutcome<ArrivingBody>>
  /** Aborts running calls; they end as failed. */
  close(): Promise<void>
}

/** The only thing that a visitor learns about a failed call, whatever the cause: the cause could reveal the internal network. */
export const visitorText = 'Something we need for this step could not be reached.'
