import type { OutgoingMessage } from '../messages.js'
import { appIdOf } from '../user-ids.js'
import { formatted } from './formatting.js'

/** A call of the Bot API. */
export interface TelegramCall {
  readonly method: string
  readonly body: object
}

export function render(message: OutgoingMessage, to: string): TelegramCall {
  const { method, ...body } = callOf(message)
  // The id of the private chat with a person is that of the person.
  return { method, body: { chat_id: appIdOf(to), ...body } }
}

function callOf(message: OutgoingMessage): { method: string } & Record<string, unknown> {
  switch (message.type) {
    case 'text':
      return { method: 'sendMessage', ...textOf(message.text), ...withPreview(message.hasPreview === true) }
    case 'image':
      return { method: 'sendPhoto', photo: message.url }
    case 'video':
      return { method: 'sendVideo', video: message.url }
    case 'audio':
      return { method: 'sendAudio', audio: message.url }
    case 'document':
      return { method: 'sendDocument', document: message.url }
    case 'buttons': {
      const { text, imageUrl, buttons } = message
      const rows = buttons.map(({ id, title }) => [{ text: title, callback_data: id }])
      const reply_markup = { inline_keyboard: rows }
      if (imageUrl === undefined) return { method: 'sendMessage', ...textOf(text), ...withPreview(false), reply_markup }
      const { text: caption, entities } = formatted(text)
      return { method: 'sendPhoto', photo: imageUrl, caption, caption_entities: entities, reply_markup }
    }
  }
}

const textOf = (marked: string) => formatted(marked)
const withPreview = (isShown: boolean) => (isShown ? {} : { link_preview_options: { is_disabled: true } })
