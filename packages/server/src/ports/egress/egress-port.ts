/** One call that a flow wants to make. */
export interface EgressRequest {
  /** An http or https address. A user and password in it become an Authorization header. */
  url: string
  /** GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS, in any case. */
  method: string
  /** What the author set; held to `checkHeaders`, and dropped for good by a redirect to another origin. */
  headers: readonly (readonly [name: string, value: string])[]
  /** Not sent with GET and HEAD. */
  body?: string | Uint8Array
  /** Seconds for the whole call with its redirects and retries; default 10, at most 120. */
  timeoutSeconds?: number
  /** Bytes of the answer's body after decoding; default 5 MB. */
  maxBytes?: number
  secretHeaders?: SecretHeaders
  /**
   * An http or https proxy, perhaps with a user and password, through which the call goes. It is held to the same rules as any other
   * address, and asked to connect to the address that was judged here.
   */
  proxyUrl?: string
}

/** Headers of a stored credential. They go to the credential's hosts only, encrypted, and never past a redirect elsewhere. */
export interface SecretHeaders {
  headers: readonly (readonly [name: string, value: string])[]
  /** Exact names, `api.example.com`, or with a port that is not the usual one, `api.example.com:8443`. */
  hosts: readonly string[]
}

/** What came of a call. Reasons are for the author's log: they name hosts, never a path, a query, a header's value or a body. */
export type EgressAnswer =
  /** Header names are in lower case; values of a repeated header are joined by a comma. */
  | { kind: 'response'; status: number; headers: Record<string, string>; body: Uint8Array }
  /** A rule of ours forbids the call, or the rest of it after a redirect. Nothing was sent to what is forbidden. */
  | { kind: 'refused'; reason: string }
  | { kind: 'timeout'; seconds: number }
  | { kind: 'too-large'; maxBytes: number }
  /** The world failed: no such name, no connection, a broken answer. */
  | { kind: 'failed'; reason: string }

/** The one way out: everything that flows cause leaves through it. */
export interface EgressPort {
  /** Never rejects. A raised signal ends the call as failed. */
  send(request: EgressRequest, signal?: AbortSignal): Promise<EgressAnswer>
  /** Breaks off the calls that are under way; they end as failed. */
  close(): Promise<void>
}

/** All that a visitor learns of a call that did not work, whatever the cause: the cause would tell of the network inside. */
export const visitorText = 'Something we need for this step could not be reached.'
