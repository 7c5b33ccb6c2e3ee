import { field, list, text } from '../../fields.js'
import { type ChannelWire, notApplicable, type WireCopy, type WireMessage, type WireResponse } from '../channel-wire.js'

const number = '1055501'
const seconds = (at: number) => String(Math.floor(at / 1_000))
const fieldPayload = (name: string, value: object, of = number) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '1',
      changes: [{ field: name, value: { messaging_product: 'whatsapp', metadata: { phone_number_id: of }, ...value } }],
    },
  ],
})
const messagesPayload = (messages: readonly object[], froms: readonly string[], of = number) => {
  const contacts = froms.map((from) => ({ profile: { name: `Name of ${from}` }, wa_id: from }))
  return fieldPayload('messages', { contacts, messages }, of)
}

function messageOf({ id, from, at, content }: WireMessage): object {
  const base = { id: `wamid.${id}`, from, timestamp: seconds(at) }
  if ('text' in content) return { ...base, type: 'text', text: { body: content.text } }
  if ('button' in content) {
    const interactive = { type: 'button_reply', button_reply: content.button }
    return { ...base, type: 'interactive', interactive }
  }
  const { file, mediaId, caption, fileName } = content
  const types = { image: 'image/jpeg', video: 'video/mp4', audio: 'audio/ogg; codecs=opus', sticker: 'image/webp' }
  const mime_type = file === 'document' ? 'application/pdf' : types[file]
  const part = { id: mediaId, mime_type, ...(caption && { caption }), ...(fileName && { filename: fileName }) }
  return { ...base, type: file, [file]: part }
}

const copyOf = ({ contact, id, at, text: body }: WireCopy, byBusiness: boolean) => ({
  ...(byBusiness ? { from: '15550000001', to: contact } : { from: contact }),
  id: `wamid.${id}`,
  timestamp: seconds(at),
  type: 'text',
  text: { body },
})

const status = (from: string, id: string, more: object) =>
  fieldPayload('messages', { statuses: [{ id: `wamid.${id}`, recipient_id: from, timestamp: '1700000000', ...more }] })

const error = (status: number, code: number, message: string): WireResponse => ({
  status,
  json: { error: { message: `(#${code}) ${message}`, type: 'OAuthException', code, fbtrace_id: 'A' } },
})

/** WhatsApp by Meta's Cloud API. */
export const whatsapp: ChannelWire = {
  data: {
    provider: 'meta',
    systemUserAccessToken: 'planted-whatsapp-token',
    phoneNumberId: number,
    appSecret: 'planted-app-secret-of-whatsapp',
  },
  sign: (body, { appSecret = '' }, { hmac }) => ({
    'x-hub-signature-256': `sha256=${hmac('sha256', appSecret, body)}`,
  }),
  write: (message) => messagesPayload([messageOf(message)], [message.from]),
  senderOf: (from) => from,
  unknownMessage: (from, id) =>
    messagesPayload([{ id: `wamid.${id}`, from, timestamp: '1700000000', type: 'hologram', hologram: { id } }], [from]),
  unknownEvent: {
    payload: fieldPayload('phone_number_quality_update', { event: 'FLAGGED' }),
    name: 'phone_number_quality_update',
  },
  signedBody: true,
  signedTime: notApplicable('signatures have no time'),
  batch: (messages) => messagesPayload(messages.map(messageOf), [...new Set(messages.map(({ from }) => from))]),
  sentAt: true,
  otherAccount: (message) => messagesPayload([messageOf(message)], [message.from], '999'),
  button: true,
  file: true,
  sticker: true,
  echo: (copy) => fieldPayload('smb_message_echoes', { message_echoes: [copyOf(copy, true)] }),
  handover: (kind, from, at) => {
    const value = {
      recipient: { phone_number_id: number },
      sender: { phone_number: from },
      timestamp: seconds(at),
      type: kind === 'taken' ? 'control_taken' : 'control_passed',
      previous_owner_role: 'primary',
      new_owner_role: 'secondary',
    }
    return { entry: [{ id: '1', changes: [{ field: 'messaging_handovers', value }] }] }
  },
  standby: (by, copy) => {
    const copies = { [by === 'app' ? 'message_echoes' : 'messages']: [copyOf(copy, by === 'app')] }
    return fieldPayload('standby', { standby: copies })
  },
  numberChange: (from, next, id) => {
    const system = { type: 'user_changed_number', wa_id: next, body: `A changed from ${from} to ${next}` }
    return messagesPayload([{ id: `wamid.${id}`, from, timestamp: '1700000000', type: 'system', system }], [from])
  },
  idChange: ({ previous, next, id }) => {
    const system = { type: 'user_changed_user_id', user_id: next, previous_user_id: previous }
    const message = { id: `wamid.${id}`, from_user_id: next, timestamp: '1700000000', type: 'system', system }
    return messagesPayload([message], [])
  },
  delivered: (from, id) => status(from, id, { status: 'delivered' }),
  undelivered: (from, id) =>
    status(from, id, { status: 'failed', errors: [{ code: 131026, title: 'Message undeliverable' }] }),
  optOut: (from, id) => {
    const user_preferences = [{ wa_id: from, category: 'marketing_messages', value: 'stop', timestamp: id }]
    return fieldPayload('user_preferences', { user_preferences })
  },
  windowClosed: error(400, 131047, 'Re-engagement message'),
  optedOut: error(400, 131050, 'User has stopped receiving marketing messages'),
  retryAfter: (after) => ({ ...error(429, 130429, 'Rate limit hit'), headers: { 'retry-after': String(after) } }),
  caption: true,
  fileName: true,
  provider: {
    mediaId: (name) => name,
    accepted: { status: 200, json: { messaging_product: 'whatsapp', messages: [{ id: 'wamid.ours' }] } },
    throttled: error(429, 130429, 'Rate limit hit'),
    revoked: error(401, 190, 'Error validating access token'),
    rejected: error(400, 131009, 'Parameter value is not valid'),
    readSent({ method, path, body }) {
      if (method !== 'POST' || !path.endsWith('/messages') || field(body, 'status') === 'read') return undefined
      const type = text(field(body, 'type'))
      const part = field(body, type)
      const to = text(field(body, 'to')) || text(field(body, 'recipient'))
      if (type === 'text') return { to, text: text(field(part, 'body')) }
      if (type !== 'interactive') return { to, files: [{ kind: type as 'image', url: text(field(part, 'link')) }] }
      const url = text(field(field(field(part, 'header'), 'image'), 'link'))
      const buttons = list(field(field(part, 'action'), 'buttons')).map((button) => {
        const reply = field(button, 'reply')
        return { id: text(field(reply, 'id')), title: text(field(reply, 'title')) }
      })
      const shown = text(field(field(part, 'body'), 'text'))
      return { to, text: shown, buttons, ...(url && { files: [{ kind: 'image', url }] }) }
    },
    readFile({ method, path }, files, url) {
      if (method !== 'GET') return undefined
      const name = path.slice(path.lastIndexOf('/') + 1)
      const content = files.get(name)
      if (!content) return error(404, 100, 'Unsupported get request')
      if (path.startsWith('/files/')) return { status: 200, bytes: content }
      return { status: 200, json: { id: name, mime_type: 'image/jpeg', url: `${url}/files/${name}` } }
    },
  },
}
