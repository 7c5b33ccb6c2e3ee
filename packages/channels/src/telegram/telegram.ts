import { defineChannel } from '../define.js'
import { accounts, addresses } from './account.js'
import { confirm, connect, download, probe, send } from './calls.js'
import { marks } from './formatting.js'
import { icon } from './icon.js'
import { acknowledge, read } from './read.js'
import { render } from './render.js'
import { show } from './show.js'
import { secretHeader, verify } from './verify.js'

const megabyte = 1_048_576

/** Documents that Telegram does not fetch: by an address it takes PDF and ZIP. */
const notByAddress = 'doc docx odt rtf txt md csv xls xlsx ods ppt pptx odp epub json xml ics vcf'.split(' ')

/** Telegram, by the Bot API. Limits of files are those of files that are sent by their addresses. */
export const telegram = defineChannel({
  type: 'telegram',
  label: 'Telegram',
  icon,
  description: 'The same flow answers on Telegram, and its results are kept with all others.',
  accounts,
  addresses,
  capabilities: {
    text: { max: 4_096, unit: 'characters' },
    formatting: marks,
    buttons: {
      max: 8,
      title: { max: 64, unit: 'characters' },
      text: { max: 1_024, unit: 'characters' },
      id: { max: 64, unit: 'bytes' },
      hasImage: true,
    },
    media: {
      image: { maxBytes: 5 * megabyte, except: ['gif', 'svg'] },
      video: { maxBytes: 20 * megabyte },
      audio: { maxBytes: 20 * megabyte, except: ['wav', 'ogg', 'flac', 'webm'] },
      document: { maxBytes: 20 * megabyte, except: notByAddress },
    },
    showsTyping: true,
    editsMessages: true,
    opensWith: 'contact',
    rates: { perSecond: 30, perContactAndMinute: 60 },
  },
  summarize: () => ({ provider: 'telegram', accountId: null, secretHeader }),
  verify,
  read,
  acknowledge,
  render,
  show,
  send,
  connect,
  confirm,
  download,
  probe,
})
