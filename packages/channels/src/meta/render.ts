import type { MessageAuthor, OutgoingMessage } from '../messages.js'
import { appIdOf } from '../user-ids.js'

/** The tag of what people write, for seven days after a contact's last message. `send` uses it only when the reply window has closed. */
const personTag = 'HUMAN_AGENT'

/** A message in the words of the Send API. */
export function render(message: OutgoingMessage, to: string, author: MessageAuthor = 'bot'): object {
  return {
    recipient: { id: appIdOf(to) },
    messaging_type: 'RESPONSE',
    ...(author === 'person' && { tag: personTag }),
    message: bodyOf(message),
  }
}

/** Buttons that stay visible, also on computers. More than that are quick replies. */
const maxTemplateButtons = 3

function bodyOf(message: OutgoingMessage): object {
  switch (message.type) {
    case 'text':
      return { text: message.text }
    case 'image':
    case 'audio':
    case 'video':
      return { attachment: { type: message.type, payload: { url: message.url } } }
    case 'document':
      return { attachment: { type: 'file', payload: { url: message.url } } }
    case 'buttons': {
      const { text, buttons } = message
      if (buttons.length > maxTemplateButtons) {
        const replies = buttons.map(({ id, title }) => ({ content_type: 'text', title, payload: id }))
        return { text, quick_replies: replies }
      }
      const postbacks = buttons.map(({ id, title }) => ({ type: 'postback', title, payload: id }))
      return { attachment: { type: 'template', payload: { template_type: 'button', text, buttons: postbacks } } }
    }
  }
}
