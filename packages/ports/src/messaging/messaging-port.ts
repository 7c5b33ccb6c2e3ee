import type { OutgoingMessage } from '@colloquy/engine'
import type { CredentialsData } from '@colloquy/flow'

/** Credentials for a provider of a messaging app. */
export type MessagingAccount = CredentialsData<'messaging'>

/** An account with the workspace on whose behalf calls are made. */
export type OwnedAccount = MessagingAccount & { readonly workspaceId: string }

/** Outcome of a call to a provider. A `reason` is for the author's log; it contains no secret. */
export type SendOutcome =
  | { kind: 'sent' }
  /** The same call may succeed later: no response, too many calls, or the account has to be fixed first. */
  | { kind: 'later'; reason: string }
  | { kind: 'never'; reason: string }

export type MediaOutcome = { kind: 'media'; type: string; content: Uint8Array } | Exclude<SendOutcome, { kind: 'sent' }>

/** Client for the providers of messaging apps. */
export interface MessagingPort {
  /** A call that was interrupted may have been performed: repeating it may show a message twice. */
  send(account: OwnedAccount, to: string, message: OutgoingMessage): Promise<SendOutcome>
  /** Starts a conversation with a contact who has not written recently. */
  sendTemplate(account: OwnedAccount, to: string, template: { name: string; language: string }): Promise<SendOutcome>
  /** Shows that a message was read and is being answered. Ignores failures. */
  markRead(account: OwnedAccount, messageId: string): Promise<void>
  /** Downloads a file that a contact sent. */
  readMedia(account: OwnedAccount, mediaId: string, maxBytes: number, signal?: AbortSignal): Promise<MediaOutcome>
}
