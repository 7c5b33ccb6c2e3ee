import { defineChannel } from '../define.js'
import { challenge } from '../meta/verify.js'
import { accounts } from './accounts.js'
import { addresses, confirm, download, open, probe, send } from './calls.js'
import { marks } from './formatting.js'
import { forward } from './forward.js'
import { icon } from './icon.js'
import { preview } from './preview.js'
import { read } from './read.js'
import { render } from './render.js'
import { show } from './show.js'
import { secretHeader, verify } from './verify.js'

const megabyte = 1_048_576

/** WhatsApp, by Meta's Cloud API or through 360dialog. */
export const whatsapp = defineChannel({
  type: 'whatsapp',
  credentialsType: 'messaging',
  label: 'WhatsApp',
  icon,
  description:
    'The same flow answers on WhatsApp, through Meta’s Cloud API or 360dialog, and its results are kept with all others.',
  userIdKind: 'whatsapp-user',
  accounts,
  addresses,
  capabilities: {
    text: { max: 4_096, unit: 'characters' },
    formatting: marks,
    buttons: {
      max: 3,
      title: { max: 20, unit: 'characters' },
      text: { max: 1_024, unit: 'characters' },
      hasImage: true,
    },
    list: {
      max: 10,
      button: { max: 20, unit: 'characters' },
      title: { max: 24, unit: 'characters' },
      description: { max: 72, unit: 'characters' },
      text: { max: 1_024, unit: 'characters' },
      id: { max: 200, unit: 'characters' },
    },
    media: {
      image: { maxBytes: 5 * megabyte, except: ['gif', 'svg'] },
      video: { maxBytes: 16 * megabyte },
      audio: { maxBytes: 16 * megabyte },
      document: { maxBytes: 100 * megabyte },
    },
    showsTyping: true,
    editsMessages: false,
    replyWindowHours: 24,
    opensWith: 'anybody',
    hasNumbers: true,
    forbidsGeneralAssistants: true,
    rates: { perSecond: 80, perContactAndMinute: 10 },
  },
  summarize: (data) =>
    data.provider === '360dialog'
      ? { provider: '360dialog', accountId: null, secretHeader }
      : { provider: 'meta', accountId: data.phoneNumberId, secretHeader: null },
  verify,
  challenge,
  read,
  forward,
  render,
  show,
  send,
  open,
  confirm,
  download,
  probe,
  preview,
})
