import type { OutgoingMessage } from '../messages.js'

/** A message in the words of Meta's Cloud API. */
export function render(message: OutgoingMessage, to: string): object {
  return { recipient_type: 'individual', ...recipientOf(to), ...bodyOf(message) }
}

function bodyOf(message: OutgoingMessage): object {
  switch (message.type) {
    case 'text':
      return { type: 'text', text: { body: message.text, preview_url: message.hasPreview === true } }
    case 'image':
    case 'audio':
    case 'video':
      return { type: message.type, [message.type]: { link: message.url } }
    case 'document':
      return { type: 'document', document: { link: message.url, filename: message.fileName } }
    case 'buttons': {
      const { text, imageUrl, buttons, list } = message
      if (list !== undefined) {
        const action = { button: list, sections: [{ rows: buttons }] }
        return { type: 'interactive', interactive: { type: 'list', body: { text }, action } }
      }
      const header = imageUrl && { type: 'image', image: { link: imageUrl } }
      const replies = buttons.map(({ id, title }) => ({ type: 'reply', reply: { id, title } }))
      const interactive = { type: 'button', ...(header && { header }), body: { text }, action: { buttons: replies } }
      return { type: 'interactive', interactive }
    }
  }
}

/** Somebody who keeps their number to themselves is called by an id such as `US.ENT.123`. */
export function recipientOf(to: string): { to: string } | { recipient: string } {
  return /^[A-Z]{2}\./.test(to) ? { recipient: to } : { to }
}
