import type { ChatState, Notice } from './chat-state.js'
import type { Log } from './wire.js'

/** Outcome of an action. A reply is sent when the flow waits for one. */
export type ActionOutcome = { kind: 'done' } | { kind: 'reply'; text: string } | { kind: 'failed'; log: Log }

/** The parts of a conversation that an action reads and changes. */
export interface ActiveConversation {
  readonly state: ChatState
  set(change: Partial<ChatState>): void
  log(log: Log): void
  newId(): number
}

/** Interface through which an action affects the chat. */
export interface ActionContext {
  readonly state: ChatState
  /** Shows a message that is still being written; the text given is all of it so far. */
  stream(text: string, isOver?: boolean): void
  notice(notice: Notice | undefined): void
  log(log: Log): void
  readonly signal: AbortSignal
}
