import type { ActionContext, ActionOutcome } from './action-context.js'
import type { ChatMemory } from './chat-memory.js'
import type { ChatRecord, SentFile } from './chat-state.js'
import type { Connection, StartRequest, Surroundings } from './connection.js'
import type { ClientAction, Input, Log, SentMessage } from './wire.js'

/** What a conversation is held with, and who hears of it. */
export interface ConversationOptions {
  connection: Connection
  memory: ChatMemory
  /** A conversation that has begun elsewhere; goes before the one that was kept. */
  handed?: ChatRecord
  surroundings: Surroundings
  request: Omit<StartRequest, 'body'> & { body: Record<string, unknown> }
  act(action: ClientAction, context: ActionContext): Promise<ActionOutcome>
  /** True when nothing should move or wait for show: reduced motion, or a page that nobody sees. */
  isCalm(): boolean
  /** A reply that the way back to this page brings along, as from a bank. */
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

/** What a visitor answers: the message to send, none to skip, and how the transcript shows it. */
export interface VisitorReply {
  message?: SentMessage
  /** Shown instead of the message's own text, and kept when the service formats the answer. */
  label?: string
  files?: SentFile[]
}
