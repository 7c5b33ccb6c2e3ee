import type {
  AccountData,
  ChannelDefinition,
  ConfirmedMessage,
  MediaOutcome,
  MessageAuthor,
  OutgoingMessage,
  SendOutcome,
} from '@colloquy/channels'
import type { CallGuard } from '../shares/call-guard.js'

/** An account of a channel, with the workspace on whose behalf calls are made. */
export interface ChannelAccount {
  readonly channel: ChannelDefinition
  readonly data: AccountData
  readonly workspaceId: string
}

/** Client for the providers of channels. */
export interface MessagingPort {
  /** A call that was interrupted may have been performed: repeating it may show a message twice. */
  send(account: ChannelAccount, to: string, message: OutgoingMessage, author?: MessageAuthor): Promise<SendOutcome>
  /** Starts a conversation with a contact who has not written recently. */
  open(account: ChannelAccount, to: string, opening: object): Promise<SendOutcome>
  /** Lets the provider send messages to the address of the webhook. */
  connect(account: ChannelAccount, webhook: { url: string; secret: string }): Promise<SendOutcome>
  /** Shows that a message was read and is being answered. Ignores failures. */
  confirm(account: ChannelAccount, message: ConfirmedMessage, guard: CallGuard): Promise<void>
  /** Downloads a file that a contact sent. */
  download(account: ChannelAccount, mediaId: string, maxBytes: number, signal?: AbortSignal): Promise<MediaOutcome>
}
