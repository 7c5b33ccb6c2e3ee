import type { Message } from '@colloquy/chat'

/** Props of the view of a message. */
export interface MessageProps<T extends Message['type'] = Message['type']> {
  message: Extract<Message, { type: T }>
  /** The turn that brought the message, for messages that the flow waits for. */
  turn: number
}
