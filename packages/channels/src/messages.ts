import type { FailureCause } from './calls.js'

/** A message as channels show it, within the limits of one of them. */
export type OutgoingMessage = MessageContent & {
  /** Texts of the author that did not fit: whole labels of buttons whose titles are shortened, of omitted buttons, and the ends of texts. */
  cut?: readonly string[]
}

export type MessageContent =
  | { type: 'text'; text: string; hasPreview?: true }
  | { type: 'image' | 'video' | 'audio'; url: string }
  | { type: 'document'; url: string; fileName: string }
  /** Buttons below a text, optionally with an image above it. On a channel that has lists, `list` is the label of the button that opens one. */
  | { type: 'buttons'; text: string; imageUrl?: string; buttons: OutgoingButton[]; list?: string }

/** The author of a message: some apps let people write for longer than bots. */
export type MessageAuthor = 'bot' | 'person'

export interface OutgoingButton {
  /** Returned as the reply's id. */
  id: string
  /** Unique within a turn. */
  title: string
  /** In a list: what does not fit into its title. */
  description?: string
}

/** A contact as a channel identifies them: by a phone number, which people may hide, by an id, or by both. */
export interface ContactIdentity {
  number?: string
  userId?: string
}

/** A message as received from a channel. */
export interface IncomingMessage {
  /** The provider's id. The same id twice means the same message. */
  id: string
  /** The sender's number, or the provider's identifier if it hides the number. */
  sender: string
  /** The provider's identifier of the sender; absent if it gives none. */
  userId?: string
  contact: { name: string; phoneNumber: string }
  /** The advertisement that led there. */
  referral?: { sourceId?: string; clickId?: string }
  /** Values of variables, by name, of a chat that starts with this message. */
  variables?: Record<string, string>
  /** Milliseconds since 1970; 0 if unknown. */
  sentAt: number
  content: IncomingContent
}

export type IncomingContent =
  | { kind: 'text'; text: string }
  /** A button that was pressed, with its id. */
  | { kind: 'choice'; replyId: string; text: string }
  | { kind: 'media'; media: ReceivedMedia; mediaId: string; mimeType: string; caption?: string; fileName?: string }

export type ReceivedMedia = 'image' | 'video' | 'audio' | 'document' | 'sticker'

/** A report of what somebody other than the bot does in a conversation. `at`: milliseconds since 1970; 0 if unknown. */
export type OwnershipEvent =
  /** The owner of the account wrote to a contact from another device, such as their phone. */
  | ({ kind: 'echo' } & CopiedMessage)
  /** Another app of the owner has taken the conversation. */
  | { kind: 'taken'; contact: ContactIdentity; at: number }
  /** The conversation was passed to us. */
  | { kind: 'passed'; contact: ContactIdentity; at: number }
  /** A message in a conversation that another app has: written to it, or by it. */
  | ({ kind: 'standby'; by: 'contact' | 'app' } & CopiedMessage)

export interface CopiedMessage {
  contact: ContactIdentity
  /** The provider's id. The same id twice means the same message. */
  id: string
  at: number
  /** For a file, what is written below it; may be empty. */
  text: string
  media?: ReceivedMedia
}

/** One thing that a webhook call reports. */
export type ChannelEvent =
  | { kind: 'message'; message: IncomingMessage }
  /** A contact has another number or another id. */
  | { kind: 'identity'; previous: ContactIdentity; next: ContactIdentity }
  | OwnershipEvent
  /** A message of ours arrived, or was read. `id`: the provider's id of it. `at`: milliseconds since 1970; 0 if unknown. */
  | { kind: 'delivery'; id: string; state: 'delivered' | 'read'; at: number }
  /** A message of ours was not delivered. `at`: milliseconds since 1970; 0 if unknown. */
  | { kind: 'undelivered'; recipient: ContactIdentity; reason: string; cause?: FailureCause; id?: string; at: number }
  /** Anything else that bots do not act on, such as `account_update`: the connection shows how often it came. */
  | { kind: 'other'; name: string }
