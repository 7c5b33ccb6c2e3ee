import { field, list, text } from '../../fields.js'
import { type ChannelWire, notApplicable, type WireMessage, type WireResponse } from '../channel-wire.js'

const fromOf = (from: string) => ({ id: Number(from), is_bot: false, first_name: `Name of ${from}` })
const chatOf = (from: string) => ({ id: Number(from), type: 'private' })
const messageOf = (from: string, at: number, content: object) => ({
  message_id: 1,
  from: fromOf(from),
  chat: chatOf(from),
  date: Math.floor(at / 1_000),
  ...content,
})

function write({ id, from, at, content }: WireMessage): object {
  const update_id = Number(id)
  if ('text' in content) return { update_id, message: messageOf(from, at, { text: content.text }) }
  if ('button' in content) {
    const { id: data, title } = content.button
    const reply_markup = { inline_keyboard: [[{ text: title, callback_data: data }]] }
    const message = { message_id: 1, chat: chatOf(from), date: Math.floor(at / 1_000), reply_markup }
    return { update_id, callback_query: { id: `query ${id}`, from: fromOf(from), message, data } }
  }
  const { file, mediaId: file_id, caption, fileName: file_name } = content
  const kind = { image: 'photo', video: 'video', audio: 'audio', document: 'document', sticker: 'sticker' }[file]
  const part = { file_id, ...(file_name && { file_name }) }
  const sizes = file === 'image' ? [{ ...part, file_id: 'thumbnail' }, part] : part
  return { update_id, message: messageOf(from, at, { [kind]: sizes, ...(caption && { caption }) }) }
}

const error = (status: number, description: string, parameters?: object): WireResponse => ({
  status,
  json: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
})

const noOwner = notApplicable('the bot is the only one who writes in its chats')
const noStatus = notApplicable('there are no reports of deliveries')

const kinds = {
  sendPhoto: ['image', 'photo'],
  sendVideo: ['video', 'video'],
  sendAudio: ['audio', 'audio'],
  sendDocument: ['document', 'document'],
} as const

/** Telegram by the Bot API. */
export const telegram: ChannelWire = {
  data: {
    provider: 'telegram',
    token: '123456789:AAE_planted-token-of-telegram',
    webhookSecret: 'planted-secret-of-the-telegram-webhook',
  },
  sign: (_, { webhookSecret = '' }) => ({ 'x-telegram-bot-api-secret-token': webhookSecret }),
  write,
  senderOf: (from) => `id${from}`,
  unknownMessage: (from, id) => ({
    update_id: Number(id),
    message: messageOf(from, 1_700_000_000_000, { hologram: {} }),
  }),
  unknownEvent: { payload: { update_id: 1, chat_boost: { chat: { id: 1 } } }, name: 'chat_boost' },
  signedBody: notApplicable('a shared secret in a header shows who calls'),
  signedTime: notApplicable('a shared secret in a header shows who calls'),
  batch: notApplicable('each call has one update'),
  sentAt: true,
  otherAccount: notApplicable('each bot has its webhook'),
  button: true,
  file: true,
  sticker: true,
  echo: noOwner,
  handover: noOwner,
  standby: noOwner,
  numberChange: notApplicable('contacts have ids and no numbers'),
  idChange: notApplicable('ids never change'),
  delivered: noStatus,
  undelivered: noStatus,
  optOut: (from, id) => {
    const member = { user: { id: 123456789, is_bot: true, first_name: 'Bot' } }
    const my_chat_member = {
      chat: chatOf(from),
      from: fromOf(from),
      date: 1_700_000_000,
      old_chat_member: { ...member, status: 'member' },
      new_chat_member: { ...member, status: 'kicked', until_date: 0 },
    }
    return { update_id: Number(id), my_chat_member }
  },
  windowClosed: notApplicable('bots may write at any time'),
  optedOut: error(403, 'Forbidden: bot was blocked by the user'),
  retryAfter: (seconds) => error(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds }),
  caption: true,
  fileName: true,
  provider: {
    mediaId: (name) => name,
    accepted: { status: 200, json: { ok: true, result: { message_id: 2 } } },
    throttled: error(429, 'Too Many Requests'),
    revoked: error(401, 'Unauthorized'),
    rejected: error(400, 'Bad Request: chat not found'),
    readSent({ path, body }) {
      const method = path.slice(path.lastIndexOf('/') + 1)
      const to = text(field(body, 'chat_id'))
      const rows = list(field(field(body, 'reply_markup'), 'inline_keyboard')).flatMap(list)
      const buttons = rows.map((button) => ({
        id: text(field(button, 'callback_data')),
        title: text(field(button, 'text')),
      }))
      const shown = { to, ...(buttons.length > 0 && { buttons }) }
      if (method === 'sendMessage') return { ...shown, text: text(field(body, 'text')) }
      if (!(method in kinds)) return undefined
      const [kind, name] = kinds[method as keyof typeof kinds]
      const caption = text(field(body, 'caption'))
      return { ...shown, ...(caption && { text: caption }), files: [{ kind, url: text(field(body, name)) }] }
    },
    readFile({ path, body }, files) {
      if (path.startsWith('/file/')) {
        const bytes = files.get(path.slice(path.lastIndexOf('/') + 1))
        return bytes ? { status: 200, bytes } : { status: 404 }
      }
      if (!path.endsWith('/getFile')) return undefined
      const name = text(field(body, 'file_id'))
      if (!files.has(name)) return error(400, 'Bad Request: file is too big')
      return { status: 200, json: { ok: true, result: { file_id: name, file_path: `photos/${name}` } } }
    },
  },
}
