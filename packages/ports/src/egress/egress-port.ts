import type { Owner } from '../shares/owner.js'

/** One call that a flow wants to make. */
export interface EgressRequest {
  owner: Owner
  /** An http or https address. A user and password in it become an Authorization header. */
  url: string
  /** GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS, in any case. */
  method: string
  /** What the author set; held to `checkHeaders`, and dropped for good by a redirect to another origin. */
  headers: readonly (readonly [name: string, value: string])[]
  /** Not sent with GET and HEAD. */
  body?: string | Uint8Array
  /** Seconds for the whole call with its redirects and retries, and with its wait for calls of others; default 10, at most 120. */
  timeoutSeconds?: number
  /** Bytes of the answer's body after decoding; default: `responseBytes` of the limits. */
  maxBytes?: number
  secretHeaders?: SecretHeaders
  /**
   * An http or https proxy, perhaps with a user and password, through which the call goes. It is held to the same rules as any other
   * address, and asked to connect to the address that was judged here.
   */
  proxyUrl?: string
  /** Asked before each attempt: a reason ends the call with it. */
  admit?: () => string | undefined
}

/** Headers of a stored credential. They go to the credential's hosts only, encrypted, and never past a redirect elsewhere. */
export interface SecretHeaders {
  headers: readonly (readonly [name: string, value: string])[]
  /** Exact names, `api.example.com`, or with a port that is not the usual one, `api.example.com:8443`. */
  hosts: readonly string[]
}

/** A call whose response is read while it arrives. */
export interface StreamedRequest extends EgressRequest {
  /** Seconds until the first byte of the body. */
  firstByteSeconds: number
  /** Seconds between two parts of the body; the time that the reader takes does not count. */
  idleSeconds: number
}

/** Header names are in lower case; values of a repeated header are joined by a comma. */
interface EgressResponse<Body> {
  kind: 'response'
  status: number
  headers: Record<string, string>
  body: Body
}

/** Why a call brought no response. Reasons are for the author's log: they name hosts, never a path, a query, a header's value or a body. */
export type EgressFailure =
  /** A rule of ours forbids the call, or the rest of it after a redirect. Nothing was sent to what is forbidden. */
  | { kind: 'refused'; reason: string }
  | { kind: 'timeout'; seconds: number }
  | { kind: 'too-large'; maxBytes: number }
  /** The world failed: no such name, no connection, a broken answer. */
  | { kind: 'failed'; reason: string }

export type EgressAnswer<Body = Uint8Array> = EgressResponse<Body> | EgressFailure

/** A body that ended before it was whole. */
export class BrokenBody extends Error {
  readonly failure: EgressFailure

  constructor(failure: EgressFailure) {
    super(`The body broke off: ${failure.kind}`)
    this.failure = failure
  }
}

/** A body that is read when its reader asks for more; its call ends with it. */
export interface ArrivingBody {
  /** The next part; undefined at the end. Rejects with `BrokenBody`. */
  read(): Promise<Uint8Array | undefined>
  /** Gives up what has not been read. */
  cancel(): void
}

/** The one way out: everything that flows cause leaves through it. */
export interface EgressPort {
  /** Never rejects. A raised signal ends the call as failed. */
  send(request: EgressRequest, signal?: AbortSignal): Promise<EgressAnswer>
  /**
   * The same for a response that is read while it arrives, by the same rules and limits, and no faster than its reader takes it. It takes
   * no place among the calls of `send`. The body has to be read to its end or cancelled.
   */
  open(request: StreamedRequest, signal?: AbortSignal): Promise<EgressAnswer<ArrivingBody>>
  /** Breaks off the calls that are under way; they end as failed. */
  close(): Promise<void>
}

/** All that a visitor learns of a call that did not work, whatever the cause: the cause would tell of the network inside. */
export const visitorText = 'Something we need for this step could not be reached.'
