import type { VisitorReply } from '../conversation/conversation-options.js'
import type { Input, InputOf } from '../conversation/wire.js'

/** Props of the view of an input. */
export interface InputProps<T extends Input['type'] = Input['type']> {
  input: InputOf<T>
  /** Sends the answer. A second call for the same question does nothing. */
  reply(reply: VisitorReply): void
  /** Initial value of the field; empty if the author has disabled prefilling. */
  prefilled: string
  /** Id of the element that shows the question. */
  questionId: string
}
