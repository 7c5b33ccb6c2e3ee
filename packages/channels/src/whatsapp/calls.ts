import {
  type ChannelPort,
  type ChannelRequest,
  type ChannelResponse,
  downloadFile,
  type MediaOutcome,
  never,
  outcomeOf,
  type SendOutcome,
} from '../calls.js'
import type { Account, ConfirmedMessage, Probe, ProviderAddress } from '../define.js'
import { field, isId, list, text } from '../fields.js'
import { errorReader } from '../meta/errors.js'
import type { WhatsAppData } from './accounts.js'
import { causes, temporaryCodes } from './error-codes.js'
import { recipientOf } from './render.js'

/**
 * Calls of Meta's Cloud API (reference: Cloud API, messages and media), and of 360dialog's, which accepts the same bodies at its own
 * addresses.
 */
type WhatsAppAccount = Account<WhatsAppData>

export const addresses = {
  meta: { default: 'https://graph.facebook.com', setting: 'COLLOQUY_MESSAGING_META_URL' },
  dialog: { default: 'https://waba-v2.360dialog.io', setting: 'COLLOQUY_MESSAGING_360DIALOG_URL' },
} as const satisfies Record<string, ProviderAddress>

const version = 'v21.0'
/** Host on which Meta stores the files of messages. */
const mediaHost = 'lookaside.fbsbx.com'

const addressesOf = ({ addresses: { meta = '', dialog = '' } }: WhatsAppAccount) => ({ meta, dialog })

function secretHeaderOf(data: WhatsAppData): readonly [name: string, value: string] {
  return data.provider === '360dialog'
    ? ['D360-API-KEY', data.apiKey]
    : ['Authorization', `Bearer ${data.systemUserAccessToken}`]
}

function withSecret(
  account: WhatsAppAccount,
  port: ChannelPort,
  request: Omit<ChannelRequest, 'secretHeaders'>,
): ChannelRequest {
  const { meta, dialog } = addressesOf(account)
  const own = [meta, dialog].flatMap((address) => port.readUrl(address)?.host ?? [])
  return { ...request, secretHeaders: { headers: [secretHeaderOf(account.data)], hosts: [...own, mediaHost] } }
}

function addressAt(account: WhatsAppAccount, path: string): string {
  const { meta, dialog } = addressesOf(account)
  return (account.data.provider === '360dialog' ? dialog : `${meta}/${version}`) + path
}

function post(account: WhatsAppAccount, body: object, port: ChannelPort): Promise<ChannelResponse> {
  const { data } = account
  const path = data.provider === '360dialog' ? '/messages' : `/${encodeURIComponent(data.phoneNumberId)}/messages`
  return port.call(
    withSecret(account, port, {
      url: addressAt(account, path),
      method: 'POST',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify({ messaging_product: 'whatsapp', ...body }),
    }),
  )
}

export async function send(account: WhatsAppAccount, payload: object, port: ChannelPort): Promise<SendOutcome> {
  const response = await post(account, payload, port)
  const outcome = outcomeOf(response, readError)
  if (outcome.kind !== 'sent' || response.kind !== 'response') return outcome
  const id = text(field(list(response.fields().messages)[0], 'id'))
  return isId(id) ? { kind: 'sent', id } : outcome
}

/** Sends a template that the provider has approved. */
export async function open(
  account: WhatsAppAccount,
  to: string,
  opening: object,
  port: ChannelPort,
): Promise<SendOutcome> {
  return outcomeOf(await post(account, { ...recipientOf(to), type: 'template', template: opening }, port), readError)
}

export async function confirm(account: WhatsAppAccount, { id }: ConfirmedMessage, port: ChannelPort): Promise<void> {
  if (account.data.provider === '360dialog') return
  await post(account, { status: 'read', message_id: id, typing_indicator: { type: 'text' } }, port)
}

export async function download(
  account: WhatsAppAccount,
  mediaId: string,
  maxBytes: number,
  port: ChannelPort,
): Promise<MediaOutcome> {
  const url = addressAt(account, `/${encodeURIComponent(mediaId)}`)
  const described = await port.call(withSecret(account, port, { url }))
  const outcome = outcomeOf(described, readError)
  if (outcome.kind !== 'sent' || described.kind !== 'response') return outcome as MediaOutcome
  const { url: fileUrl, mime_type: type } = described.fields()
  if (typeof fileUrl !== 'string' || port.readUrl(fileUrl) === undefined)
    return never('The provider gave no address for the file.')
  const found = account.data.provider === '360dialog' ? throughDialog(account, fileUrl, port) : fileUrl
  const file = { ...withSecret(account, port, { url: found }), maxBytes }
  return downloadFile(port, file, typeof type === 'string' ? type : '', readError)
}

export function probe(account: WhatsAppAccount): Probe | undefined {
  const { data } = account
  const { meta, dialog } = addressesOf(account)
  if (data.provider === '360dialog') return { url: `${dialog}/v1/configs/webhook`, header: secretHeaderOf(data) }
  if (!data.systemUserAccessToken) return undefined
  return {
    url: `${meta}/${version}/${encodeURIComponent(data.phoneNumberId)}`,
    header: ['authorization', `Bearer ${data.systemUserAccessToken}`],
  }
}

/** Files are downloaded through the provider, with its key. */
function throughDialog(account: WhatsAppAccount, url: string, port: ChannelPort): string {
  const parts = port.readUrl(url)
  return parts?.host === mediaHost ? `${addressesOf(account).dialog}${parts.pathname}${parts.search}` : url
}

const readError = errorReader(temporaryCodes, causes)
