import type { VisitorReply } from '../conversation/conversation-options.js'
import type { Input, InputOf } from '../conversation/wire.js'

/** What the view of an input gets. */
export interface InputProps<T extends Input['type'] = Input['type']> {
  input: InputOf<T>
  /** Sends the answer. A second call for the same question does nothing. */
  reply(reply: VisitorReply): void
  /** What the field holds at first; empty where the author wants no prefill. */
  prefilled: string
  /** The element that shows the question. */
  questionId: string
}
