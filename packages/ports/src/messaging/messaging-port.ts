import type { OutgoingMessage } from '@colloquy/engine'
import type { CredentialsData } from '@colloquy/flow'

/** Who we are to a provider of a messaging app. */
export type MessagingAccount = CredentialsData<'messaging'>

/** An account with the workspace that calls are made for. */
export type OwnedAccount = MessagingAccount & { readonly workspaceId: string }

/** What came of a call to a provider. A `reason` is for the author's log; it holds no secret. */
export type SendOutcome =
  | { kind: 'sent' }
  /** The same call may succeed later: nobody answers, too many calls, or the account has to be mended first. */
  | { kind: 'later'; reason: string }
  | { kind: 'never'; reason: string }

export type MediaOutcome = { kind: 'media'; type: string; content: Uint8Array } | Exclude<SendOutcome, { kind: 'sent' }>

/** Speaks to the providers of messaging apps. */
export interface MessagingPort {
  /** A call that breaks off may have been carried out: to make it again may show a message twice. */
  send(account: OwnedAccount, to: string, message: OutgoingMessage): Promise<SendOutcome>
  /** Opens a conversation with somebody who has not written of late. */
  sendTemplate(account: OwnedAccount, to: string, template: { name: string; language: string }): Promise<SendOutcome>
  /** Shows that a message was read and is being answered. Whatever comes of it. */
  markRead(account: OwnedAccount, messageId: string): Promise<void>
  /** A file that somebody sent. */
  readMedia(account: OwnedAccount, mediaId: string, maxBytes: number, signal?: AbortSignal): Promise<MediaOutcome>
}
