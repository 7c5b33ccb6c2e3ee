import type { Message } from '@colloquy/chat'

/** What the view of a message gets. */
export interface MessageProps<T extends Message['type'] = Message['type']> {
  message: Extract<Message, { type: T }>
  /** The turn that brought the message, for those that the flow waits behind. */
  turn: number
}
