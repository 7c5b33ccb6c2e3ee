import type { ReadableStream } from 'node:stream/web'
import type { Owner } from '../shares/owner.js'

/** One email to send. Addresses are bare; names are plain text. */
export interface Mail {
  owner: Owner
  from: { name?: string; address: string }
  to: string[]
  cc?: string[]
  bcc?: string[]
  /** A bare address. */
  replyTo?: string
  subject: string
  /** Part before the @ of its Message-ID, by which servers and mailboxes recognize an email that is sent again. */
  messageId?: string
  text?: string
  html?: string
  /** Address that ends emails of this kind by a POST without anything else (RFC 8058). */
  unsubscribeUrl?: string
  attachments?: { filename: string; content: Uint8Array | ReadableStream<Uint8Array>; contentType?: string }[]
}

/** A mail server and the account on it. */
export interface MailAccount {
  readonly host: string
  readonly port: number
  /** TLS from the first byte. Otherwise the connection is upgraded if the server offers that. */
  readonly isTls: boolean
  readonly username?: string
  readonly password?: string
  readonly from?: { readonly name?: string; readonly address: string }
  /** True if the operator of the instance named the server, which may then be anywhere. All others must be public servers. */
  readonly isTrusted: boolean
}
