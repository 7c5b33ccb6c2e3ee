import type { ReadableStream } from 'node:stream/web'
import type { Owner } from '../shares/owner.js'

/** One email as it shall go out. Addresses are bare; names are plain text. */
export interface Mail {
  owner: Owner
  from: { name?: string; address: string }
  to: string[]
  cc?: string[]
  bcc?: string[]
  /** A bare address. */
  replyTo?: string
  subject: string
  /** What stands before the @ of its Message-ID: servers and mailboxes recognize an email by it that is sent again. */
  messageId?: string
  text?: string
  html?: string
  attachments?: { filename: string; content: Uint8Array | ReadableStream<Uint8Array>; contentType?: string }[]
}

/** A mail server and who we are to it. */
export interface MailAccount {
  readonly host: string
  readonly port: number
  /** TLS from the first byte. Without it the connection is upgraded when the server offers that. */
  readonly isTls: boolean
  readonly username?: string
  readonly password?: string
  readonly from?: { readonly name?: string; readonly address: string }
  /** Named by the operator of the instance, who may point it anywhere. All others may reach public servers only. */
  readonly isTrusted: boolean
}
