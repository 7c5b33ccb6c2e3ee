/** A call to a channel's provider. Secrets go into `secretHeaders` only. */
export interface ChannelRequest {
  readonly url: string
  /** GET by default. */
  readonly method?: 'GET' | 'POST'
  readonly headers?: readonly Header[]
  /** Sent to these hosts only; absent for a call without secrets. */
  readonly secretHeaders?: {
    readonly headers: readonly Header[]
    readonly hosts: readonly string[]
    /** Replaces a text in the path of the address by a secret when a request is sent, so that nothing shows it. */
    readonly path?: SecretInPath
  }
  readonly body?: string
  /** 20 by default. */
  readonly timeoutSeconds?: number
  readonly maxBytes?: number
}

export type SecretInPath = readonly [placeholder: string, secret: string]

export type Header = readonly [name: string, value: string]

export type ChannelResponse =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly body: Uint8Array
      /** Seconds after which the provider takes the next call, by the header `Retry-After`. */
      readonly retryAfterSeconds?: number | undefined
      /** The fields of a JSON object; none of any other body. */
      fields(): Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'timeout'; readonly seconds: number }
  | { readonly kind: 'failed' | 'refused'; readonly reason: string }
  | { readonly kind: 'too-large' }

/** Performs the calls of a channel, on behalf of a workspace, until its opener stops them. */
export interface ChannelPort {
  /** Never rejects. */
  call(request: ChannelRequest): Promise<ChannelResponse>
  /** Parts of an absolute URL; undefined for any other text. */
  readUrl(text: string): { readonly host: string; readonly pathname: string; readonly search: string } | undefined
}

/** Outcome of a call to a provider. A `reason` is for the author's log; it contains no secret. */
export type SendOutcome =
  /** `id`: the provider's id, by which it reports what becomes of the message. */
  | { kind: 'sent'; id?: string }
  /** The same call may succeed later: no response, too many calls, or the account has to be fixed first. */
  | { kind: 'later'; reason: string; retryAfterSeconds?: number; cause?: DelayCause }
  | { kind: 'never'; reason: string; cause?: FailureCause }

/** The cause of a delay: the account needs a new token, or the contact gets too many messages from it, after which pauses grow faster. */
export type DelayCause = 'token' | 'pair-rate'

/**
 * The cause of a failure: the contact wants no messages, has not written within the reply window, or gets no more messages of businesses for
 * about a day. A `cap` is not an error of the message.
 */
export type FailureCause = 'opt-out' | 'window' | 'cap'

export type MediaOutcome = { kind: 'media'; type: string; content: Uint8Array } | Exclude<SendOutcome, { kind: 'sent' }>

/** 401 and 403 are included: once the credentials are fixed, calls work again. */
const temporaryStatuses = new Set([401, 403, 408, 425, 429])

/** The contents of the body of a failed call: the provider's message, and whether the same call may succeed later. */
export interface ProviderError {
  readonly message?: string | undefined
  readonly isTemporary?: boolean | undefined
  /** Seconds after which the provider takes the next call. */
  readonly retryAfterSeconds?: number | undefined
  /** A delay is temporary, any other cause is not, whatever the status. */
  readonly cause?: DelayCause | FailureCause | undefined
}

const delays: Readonly<Record<DelayCause, true>> = { token: true, 'pair-rate': true }
const isDelay = (cause: DelayCause | FailureCause): cause is DelayCause => Object.hasOwn(delays, cause)

/** The outcome of a call by its status, and by what `readError` finds in the fields of its body. */
export function outcomeOf(
  response: ChannelResponse,
  readError: (fields: Readonly<Record<string, unknown>>) => ProviderError = () => ({}),
): SendOutcome {
  switch (response.kind) {
    case 'response': {
      if (response.status < 300) return { kind: 'sent' }
      const { message, isTemporary, cause, ...error } = readError(response.fields())
      const words = message === undefined ? '' : `: ${message.slice(0, 500)}`
      const reason = `The provider answered with status ${response.status}${words}`
      if (cause !== undefined && !isDelay(cause)) return { kind: 'never', reason, cause }
      const isExpected = response.status >= 500 || temporaryStatuses.has(response.status) || isTemporary === true
      if (!isExpected && cause === undefined) return never(reason)
      const seconds = Math.max(error.retryAfterSeconds ?? 0, response.retryAfterSeconds ?? 0)
      return {
        kind: 'later',
        reason,
        ...(seconds > 0 && { retryAfterSeconds: seconds }),
        ...(cause !== undefined && { cause }),
      }
    }
    case 'timeout':
      return { kind: 'later', reason: `The provider did not answer within ${response.seconds} s.` }
    case 'failed':
      return { kind: 'later', reason: `The provider could not be reached: ${response.reason}` }
    case 'refused':
      return never(response.reason)
    case 'too-large':
      return { kind: 'sent' }
  }
}

/** Downloads a file. `type`: the media type that the provider names; '' if it names none. */
export async function downloadFile(
  port: ChannelPort,
  request: ChannelRequest & { readonly maxBytes: number },
  type: string,
  readError?: (fields: Readonly<Record<string, unknown>>) => ProviderError,
): Promise<MediaOutcome> {
  const file = await port.call({ ...request, timeoutSeconds: 60 })
  if (file.kind === 'too-large') return never(`The file is larger than ${request.maxBytes} bytes.`)
  const outcome = outcomeOf(file, readError)
  if (outcome.kind !== 'sent' || file.kind !== 'response') return outcome as MediaOutcome
  return { kind: 'media', type, content: file.body }
}

export function never(reason: string): { kind: 'never'; reason: string } {
  return { kind: 'never', reason }
}
