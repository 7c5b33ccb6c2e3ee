import {
  type ChannelPort,
  type ChannelRequest,
  type ChannelResponse,
  downloadFile,
  type MediaOutcome,
  never,
  outcomeOf,
  type ProviderError,
  type SendOutcome,
} from '../calls.js'
import type { Account, ConfirmedMessage, Probe } from '../define.js'
import { field } from '../fields.js'
import { appIdOf } from '../user-ids.js'
import type { TelegramData } from './account.js'
import type { TelegramCall } from './render.js'

/** Calls of the Bot API (reference: Bot API, making requests). Its addresses contain the token. */
type TelegramAccount = Account<TelegramData>

/** Stands for the token in an address until a request is sent. */
const placeholder = '~token~'

const isToken = (token: string): boolean => /^\d{1,20}:[\w-]{20,100}$/.test(token)
const noToken = never('The bot token is not one of BotFather. Enter it again.')

function request(
  { data, addresses: { api = '' } }: TelegramAccount,
  port: ChannelPort,
  path: string,
  more: Omit<ChannelRequest, 'url' | 'secretHeaders'> = {},
): ChannelRequest {
  const hosts = [port.readUrl(api)?.host ?? '']
  return { url: `${api}${path}`, secretHeaders: { headers: [], hosts, path: [placeholder, data.token] }, ...more }
}

async function call(
  account: TelegramAccount,
  { method, body }: TelegramCall,
  port: ChannelPort,
): Promise<ChannelResponse> {
  if (!isToken(account.data.token)) return { kind: 'refused', reason: noToken.reason }
  const headers = [['Content-Type', 'application/json']] as const
  return port.call(
    request(account, port, `/bot${placeholder}/${method}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
}

export async function send(account: TelegramAccount, payload: object, port: ChannelPort): Promise<SendOutcome> {
  const response = await call(account, payload as TelegramCall, port)
  // 403: the contact has blocked the bot, or deleted their account. No later call succeeds.
  if (response.kind === 'response' && response.status === 403)
    return { ...never(`The contact has blocked the bot${detail(response)}`), cause: 'opt-out' }
  return outcomeOf(response, readError)
}

function detail(response: Extract<ChannelResponse, { kind: 'response' }>): string {
  const { message } = readError(response.fields())
  return message === undefined ? '' : `: ${message.slice(0, 500)}`
}

/** Lets Telegram send the messages of the bot here, with a secret. */
export async function connect(
  account: TelegramAccount,
  { url, secret }: { readonly url: string; readonly secret: string },
  port: ChannelPort,
): Promise<SendOutcome> {
  const body = { url, secret_token: secret, allowed_updates: updates }
  return outcomeOf(await call(account, { method: 'setWebhook', body }, port), readError)
}

const updates = ['message', 'edited_message', 'callback_query', 'my_chat_member']

/** Telegram has no marks of read messages for bots: it shows that the bot is typing. */
export async function confirm(
  account: TelegramAccount,
  { sender }: ConfirmedMessage,
  port: ChannelPort,
): Promise<void> {
  const body = { chat_id: appIdOf(sender), action: 'typing' }
  await call(account, { method: 'sendChatAction', body }, port)
}

export async function download(
  account: TelegramAccount,
  mediaId: string,
  maxBytes: number,
  port: ChannelPort,
): Promise<MediaOutcome> {
  const described = await call(account, { method: 'getFile', body: { file_id: mediaId } }, port)
  const outcome = outcomeOf(described, readError)
  if (outcome.kind !== 'sent' || described.kind !== 'response') return outcome as MediaOutcome
  const path = field(described.fields().result, 'file_path')
  if (typeof path !== 'string' || !/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(path))
    return never('Telegram gave no address for the file.')
  // Telegram describes every file as octets: the message says what it is.
  return downloadFile(port, { ...request(account, port, `/file/bot${placeholder}/${path}`), maxBytes }, '', readError)
}

export function probe({ data, addresses: { api = '' } }: TelegramAccount): Probe | undefined {
  return isToken(data.token)
    ? { url: `${api}/bot${placeholder}/getMe`, secretInPath: [placeholder, data.token] }
    : undefined
}

function readError(fields: Readonly<Record<string, unknown>>): ProviderError {
  const { description, parameters } = fields
  const seconds = field(parameters, 'retry_after')
  return {
    message: typeof description === 'string' ? description : undefined,
    retryAfterSeconds: typeof seconds === 'number' && seconds > 0 ? seconds : undefined,
  }
}
