import type { AccountData, Cryptography } from '../define.js'
import type { OutgoingButton, ReceivedMedia, SentMedia } from '../index.js'

/**
 * How the webhook calls of a channel and the responses of its provider look, as the provider documents them. The conformance suite speaks it:
 * to the definition of the channel, and as a stand-in of the provider to a service. A part that the app does not have says why.
 */
export interface ChannelWire extends OptionalParts {
  /** A complete account. Its secrets begin with `planted-`, so that a test finds them where they do not belong. */
  readonly data: AccountData
  /** Headers of a genuine call. `at`: milliseconds since 1970. */
  sign(body: Uint8Array, data: AccountData, cryptography: Cryptography, at: number): Record<string, string>
  /** A call with one message. */
  write(message: WireMessage): object
  /** A number or an id as events name the contact. */
  senderOf(from: string): string
  /** A message of a kind that the app may introduce: `content` is anything. */
  unknownMessage(from: string, id: string): object
  /** A call that reports something other than messages, and the name by which it is counted. */
  readonly unknownEvent: { readonly payload: object; readonly name: string }
  readonly provider: ProviderWire
}

/** The parts that not every app has. */
export interface OptionalParts {
  /** True: a signature covers the bytes of the body. */
  readonly signedBody: Offered<true>
  /** True: a signature covers its time, which has to be recent. */
  readonly signedTime: Offered<true>
  /** Several messages in one call. */
  readonly batch: Offered<(messages: readonly WireMessage[]) => object>
  /** True: messages have the time at which they were sent. */
  readonly sentAt: Offered<true>
  /** A call about another account, which the app sends to the same address. */
  readonly otherAccount: Offered<(message: WireMessage) => object>
  /** True: a pressed button arrives with its id. */
  readonly button: Offered<true>
  /** True: files arrive. */
  readonly file: Offered<true>
  readonly sticker: Offered<true>
  /** A message that the owner wrote on another device. */
  readonly echo: Offered<(copy: WireCopy) => object>
  /** Another app takes a conversation or passes it to us. */
  readonly handover: Offered<(kind: 'taken' | 'passed', from: string, at: number) => object>
  /** Copies of a conversation that another app has. */
  readonly standby: Offered<(by: 'contact' | 'app', copy: WireCopy) => object>
  readonly numberChange: Offered<(from: string, next: string, id: string) => object>
  /** A contact who writes under an id gets another one. */
  readonly idChange: Offered<(change: { previous: string; next: string; id: string }) => object>
  readonly delivered: Offered<(from: string, id: string) => object>
  readonly undelivered: Offered<(from: string, id: string) => object>
  /** A contact wants no messages any more. */
  readonly optOut: Offered<(from: string, id: string) => object>
  /** The response once the window to reply has closed. */
  readonly windowClosed: Offered<WireResponse>
  /** The response for a contact who has blocked the account. */
  readonly optedOut: Offered<WireResponse>
  /** The response to a call that came too soon, with the seconds to wait. */
  readonly retryAfter: Offered<(seconds: number) => WireResponse>
  readonly caption: Offered<true>
  readonly fileName: Offered<true>
}

export type Part = keyof OptionalParts

/** The reason why an app does not have a part. */
export interface NotApplicable {
  readonly reason: string
}
export type Offered<T> = T | NotApplicable

export const notApplicable = (reason: string): NotApplicable => ({ reason })

export const isOffered = <T>(part: Offered<T>): part is T => typeof part !== 'object' || !('reason' in (part as object))

export interface WireMessage {
  /** Digits: some apps have numbers, others texts. */
  readonly id: string
  /** Digits of a phone number or an id. */
  readonly from: string
  /** Milliseconds since 1970, in whole seconds. */
  readonly at: number
  readonly content:
    | { readonly text: string }
    | { readonly button: OutgoingButton }
    | {
        readonly file: ReceivedMedia
        readonly mediaId: string
        readonly caption?: string
        readonly fileName?: string
      }
}

export interface WireCopy {
  readonly contact: string
  readonly id: string
  readonly at: number
  readonly text: string
}

/** Responses of a provider. */
export interface ProviderWire {
  /** The id of a file at a stand-in with this address. */
  mediaId(name: string, url: string): string
  /** Reads a call to the provider; undefined if it shows no message to anybody. */
  readSent(request: WireRequest): SentMessage | undefined
  readonly accepted: WireResponse
  /** A call that came too soon, without a time to wait. */
  readonly throttled: WireResponse
  readonly revoked: WireResponse
  /** A message that no later call delivers. */
  readonly rejected: WireResponse
  /** The response to a call that asks for a file; undefined if it is another call. `files`: contents by name. */
  readFile(request: WireRequest, files: ReadonlyMap<string, Uint8Array>, url: string): WireResponse | undefined
}

export interface WireRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body: unknown
}

export interface WireResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: object
  readonly bytes?: Uint8Array
}

/** A message as its reader sees it. */
export interface SentMessage {
  readonly to: string
  readonly text?: string
  readonly buttons?: readonly OutgoingButton[]
  readonly files?: readonly { readonly kind: SentMedia; readonly url: string }[]
}
