import type { ActionOutcome, ActiveConversation } from './action-context.js'
import type { ChatMemory } from './chat-memory.js'
import type { ChatRecord, SentFile } from './chat-state.js'
import type { Connection, StartRequest, Surroundings } from './connection.js'
import type { ClientAction, Input, Log, SentMessage } from './wire.js'

/** Dependencies and listeners of a conversation. */
export interface ConversationOptions {
  connection: Connection
  memory: ChatMemory
  /** A conversation that started elsewhere; takes precedence over the saved one. */
  handed?: ChatRecord
  surroundings: Surroundings
  request: Omit<StartRequest, 'body'> & { body: Record<string, unknown> }
  act(action: ClientAction, conversation: ActiveConversation, signal: AbortSignal): Promise<ActionOutcome>
  /** True when nothing should animate or pause: with reduced motion, or in a hidden page. */
  isCalm(): boolean
  /** A reply that the return to this page brings along, as from a bank. */
  broughtBack?(input: Input): Promise<VisitorReply | undefined>
  newKey(): string
  events?: ConversationEvents
}

export interface ConversationEvents {
  init?(): void
  input?(input: Input): void
  answer?(answer: { message: string; blockId: string }): void
  end?(): void
  logs?(logs: Log[]): void
  persisted?(): void
}

/** Reply of a visitor: the message to send, or none to skip, and how the transcript shows it. */
export interface VisitorReply {
  message?: SentMessage
  /** Shown instead of the message's own text, and kept when the service formats the answer. */
  label?: string
  files?: SentFile[]
}
