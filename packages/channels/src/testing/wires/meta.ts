import { field, list, text } from '../../fields.js'
import { type ChannelWire, notApplicable, type WireCopy, type WireMessage, type WireResponse } from '../channel-wire.js'

const account = '77'
const app = '5'

const error = (status: number, code: number, message: string, error_subcode?: number): WireResponse => ({
  status,
  json: { error: { message: `(#${code}) ${message}`, type: 'OAuthException', code, error_subcode, fbtrace_id: 'A' } },
})

/** Messenger and Instagram by Meta's Send API; they differ in the `object` of their calls. */
export function metaWire(object: string, type: string): ChannelWire {
  const entry = (of: string, parts: object) => ({ object, entry: [{ id: of, time: 1_700_000_000_000, ...parts }] })
  const eventOf = (from: string, at: number, event: object) => ({
    sender: { id: from },
    recipient: { id: account },
    timestamp: at,
    ...event,
  })
  const messageOf = ({ id, from, at, content }: WireMessage): object => {
    const mid = `m_${id}`
    if ('text' in content) return eventOf(from, at, { message: { mid, text: content.text } })
    if ('button' in content) {
      const { id: payload, title } = content.button
      return eventOf(from, at, { postback: { mid, title, payload } })
    }
    const { file, mediaId: url, caption } = content
    const attachments = [{ type: file === 'document' ? 'file' : file, payload: { url } }]
    return eventOf(from, at, { message: { mid, ...(caption && { text: caption }), attachments } })
  }
  const messaging = (events: readonly object[], of = account) => entry(of, { messaging: events })
  const copyOf = ({ contact, id, at, text }: WireCopy, byBusiness: boolean) => ({
    ...(byBusiness
      ? { sender: { id: account }, recipient: { id: contact } }
      : { sender: { id: contact }, recipient: { id: account } }),
    timestamp: at,
    message: { mid: `m_${id}`, text, ...(byBusiness && { is_echo: true, app_id: 6 }) },
  })
  return {
    data: {
      accessToken: `planted-${type}-token`,
      accountId: account,
      appId: app,
      appSecret: `planted-app-secret-of-${type}`,
    },
    sign: (body, { appSecret = '' }, { hmac }) => ({
      'x-hub-signature-256': `sha256=${hmac('sha256', appSecret, body)}`,
    }),
    write: (message) => messaging([messageOf(message)]),
    senderOf: (from) => `id${from}`,
    unknownMessage: (from, id) =>
      messaging([eventOf(from, 1_700_000_000_000, { message: { mid: `m_${id}`, hologram: { id } } })]),
    unknownEvent: { payload: entry(account, { changes: [{ field: 'live_videos', value: {} }] }), name: 'live_videos' },
    signedBody: true,
    signedTime: notApplicable('signatures have no time'),
    batch: (messages) => messaging(messages.map(messageOf)),
    sentAt: true,
    otherAccount: (message) => messaging([messageOf(message)], '78'),
    button: true,
    file: true,
    sticker: notApplicable('stickers arrive as images'),
    echo: (copy) => messaging([copyOf(copy, true)]),
    handover: (kind, from, at) => {
      const new_owner_app_id = kind === 'passed' ? app : '6'
      return messaging([eventOf(from, at, { pass_thread_control: { previous_owner_app_id: '9', new_owner_app_id } })])
    },
    standby: (by, copy) => entry(account, { standby: [copyOf(copy, by === 'app')] }),
    numberChange: notApplicable('contacts have ids and no numbers'),
    idChange: notApplicable('ids never change'),
    delivered: (from, id) =>
      messaging([eventOf(from, 1_700_000_000_000, { delivery: { mids: [`m_${id}`], watermark: 1_700_000_000_000 } })]),
    undelivered: notApplicable('a failure is the response to the call'),
    optOut: notApplicable('blocking the account is not reported'),
    windowClosed: error(400, 10, 'This message is sent outside of allowed window.', 2018278),
    optedOut: error(400, 551, 'This person isn’t available right now.'),
    retryAfter: notApplicable('a response has no time to wait'),
    caption: true,
    fileName: notApplicable('a file is named by its address'),
    provider: {
      mediaId: (name, url) => `${url}/files/${name}`,
      accepted: { status: 200, json: { recipient_id: '1', message_id: 'm_ours' } },
      throttled: error(400, 613, 'Calls to this API have exceeded the rate limit.'),
      revoked: error(400, 190, 'Invalid OAuth access token.'),
      rejected: error(400, 100, 'Invalid parameter'),
      readSent({ body }) {
        const message = field(body, 'message')
        if (message === undefined) return undefined
        const to = text(field(field(body, 'recipient'), 'id'))
        const attachment = field(message, 'attachment')
        const payload = field(attachment, 'payload')
        const kind = text(field(attachment, 'type'))
        const quick = list(field(message, 'quick_replies'))
        const buttons = [...quick, ...list(field(payload, 'buttons'))].map((button) => ({
          id: text(field(button, 'payload')),
          title: text(field(button, 'title')),
        }))
        const shown = text(field(message, 'text')) || text(field(payload, 'text'))
        if (buttons.length > 0) return { to, text: shown, buttons }
        if (attachment === undefined) return { to, text: shown }
        return {
          to,
          files: [{ kind: kind === 'file' ? 'document' : (kind as 'image'), url: text(field(payload, 'url')) }],
        }
      },
      readFile({ method, path }, files) {
        if (method !== 'GET') return undefined
        const bytes = files.get(path.slice(path.lastIndexOf('/') + 1))
        return bytes ? { status: 200, bytes } : { status: 404 }
      },
    },
  }
}
