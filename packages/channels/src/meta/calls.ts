import {
  type ChannelPort,
  type ChannelResponse,
  downloadFile,
  type MediaOutcome,
  never,
  outcomeOf,
  type SendOutcome,
} from '../calls.js'
import type { Account, ConfirmedMessage, Probe } from '../define.js'
import { field } from '../fields.js'
import { appIdOf } from '../user-ids.js'
import type { MetaData } from './account.js'
import { errorReader } from './errors.js'

/** Calls of the Send API (reference: Messenger Platform, and Instagram API with Instagram login). */
type MetaAccount = Account<MetaData>

const version = 'v21.0'
/** Domains on which Meta stores the files of messages. */
const fileDomains = ['fbsbx.com', 'fbcdn.net', 'cdninstagram.com']

/** Codes of too many calls and of internal failures, and of tokens that ended, which work again once they are replaced. */
const temporaryCodes = new Set([1, 2, 4, 32, 190, 613])
/** The reply window has closed. */
const windowSubcodes = new Set([2018278, 2534022])
/** The person has blocked the account, or cannot be written to. */
const optOutCode = 551

const baseOf = ({ addresses: { graph = '' } }: MetaAccount): string => graph

function post(account: MetaAccount, body: object, port: ChannelPort): Promise<ChannelResponse> {
  const base = baseOf(account)
  return port.call({
    url: `${base}/${version}/me/messages`,
    method: 'POST',
    headers: [['Content-Type', 'application/json']],
    secretHeaders: {
      headers: [['Authorization', `Bearer ${account.data.accessToken}`]],
      hosts: [port.readUrl(base)?.host ?? ''],
    },
    body: JSON.stringify(body),
  })
}

/** Sends a message. One of a person is sent again with its tag if the reply window has closed: not every app may use the tag. */
export async function send(account: MetaAccount, payload: object, port: ChannelPort): Promise<SendOutcome> {
  const { tag, ...body } = payload as { tag?: string }
  const outcome = outcomeWithCause(await post(account, body, port))
  if (tag === undefined || outcome.kind !== 'never' || outcome.cause !== 'window') return outcome
  return outcomeWithCause(await post(account, { ...body, messaging_type: 'MESSAGE_TAG', tag }, port))
}

function outcomeWithCause(response: ChannelResponse): SendOutcome {
  const outcome = outcomeOf(response, readError)
  if (outcome.kind !== 'never' || response.kind !== 'response') return outcome
  const { error } = response.fields()
  if (windowSubcodes.has(Number(field(error, 'error_subcode')))) return { ...outcome, cause: 'window' }
  return Number(field(error, 'code')) === optOutCode ? { ...outcome, cause: 'opt-out' } : outcome
}

export async function confirm(account: MetaAccount, { sender }: ConfirmedMessage, port: ChannelPort): Promise<void> {
  const recipient = { id: appIdOf(sender) }
  await post(account, { recipient, sender_action: 'mark_seen' }, port)
  await post(account, { recipient, sender_action: 'typing_on' }, port)
}

/** Downloads a file by its address, from Meta's hosts only and without the token. */
export async function download(
  account: MetaAccount,
  url: string,
  maxBytes: number,
  port: ChannelPort,
): Promise<MediaOutcome> {
  if (!isFileAddress(account, url, port)) return never('The address of the file is not one of the provider.')
  return downloadFile(port, { url, maxBytes }, 'application/octet-stream')
}

function isFileAddress(account: MetaAccount, url: string, port: ChannelPort): boolean {
  const host = port.readUrl(url)?.host
  if (host === undefined) return false
  const base = baseOf(account)
  if (url.startsWith(`${base}/`)) return host === port.readUrl(base)?.host
  return url.startsWith('https://') && fileDomains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

export function probe(account: MetaAccount): Probe | undefined {
  const { accessToken } = account.data
  return { url: `${baseOf(account)}/${version}/me?fields=id`, header: ['authorization', `Bearer ${accessToken}`] }
}

const readError = errorReader(temporaryCodes)
