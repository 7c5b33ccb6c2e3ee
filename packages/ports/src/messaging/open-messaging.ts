import { decodeText } from '../egress/decode-text.js'
import type { EgressAnswer, EgressPort, EgressRequest } from '../egress/egress-port.js'
import { readUrl } from '../read-url.js'
import { bodyOf, recipientOf } from './body-of.js'
import type { MediaOutcome, MessagingPort, OwnedAccount, SendOutcome } from './messaging-port.js'

/** Addresses of the providers of messaging apps. */
export interface MessagingAddresses {
  metaUrl: string
  dialogUrl: string
}

/**
 * Client for Meta's Cloud API (reference: Cloud API, messages and media), and for 360dialog's, which accepts the same bodies at its own
 * addresses.
 */
export function openMessaging({ metaUrl, dialogUrl }: MessagingAddresses, egress: EgressPort): MessagingPort {
  const request = (account: OwnedAccount, path: string, more: Partial<EgressRequest> = {}): EgressRequest => {
    const isDialog = account.provider === '360dialog'
    const base = isDialog ? dialogUrl : `${metaUrl}/${version}`
    return withSecret(account, base + path, more)
  }
  const withSecret = (account: OwnedAccount, url: string, more: Partial<EgressRequest>): EgressRequest => ({
    owner: { workspaceId: account.workspaceId },
    method: 'GET',
    headers: [],
    timeoutSeconds: 20,
    ...more,
    url,
    secretHeaders: {
      headers: [
        account.provider === '360dialog'
          ? ['D360-API-KEY', account.apiKey]
          : ['Authorization', `Bearer ${account.systemUserAccessToken}`],
      ],
      hosts: [entryOf(metaUrl), entryOf(dialogUrl), mediaHost],
    },
  })
  const post = (account: OwnedAccount, body: object) => {
    const path =
      account.provider === '360dialog' ? '/messages' : `/${encodeURIComponent(account.phoneNumberId)}/messages`
    const whole = JSON.stringify({ messaging_product: 'whatsapp', ...body })
    const headers = [['Content-Type', 'application/json']] as const
    return egress.send(request(account, path, { method: 'POST', headers, body: whole }))
  }
  return {
    send: async (account, to, message) =>
      outcomeOf(await post(account, { recipient_type: 'individual', ...recipientOf(to), ...bodyOf(message) })),
    async sendTemplate(account, to, { name, language }) {
      const template = { name, language: { code: language } }
      return outcomeOf(await post(account, { ...recipientOf(to), type: 'template', template }))
    },
    async markRead(account, messageId) {
      if (account.provider === '360dialog') return
      await post(account, { status: 'read', message_id: messageId, typing_indicator: { type: 'text' } })
    },
    async readMedia(account, mediaId, maxBytes, signal) {
      const described = await egress.send(request(account, `/${encodeURIComponent(mediaId)}`), signal)
      const outcome = outcomeOf(described)
      if (outcome.kind !== 'sent' || described.kind !== 'response') return outcome as MediaOutcome
      const { url, mime_type: type } = readObject(described)
      if (typeof url !== 'string' || readUrl(url) === undefined)
        return never('The provider gave no address for the file.')
      const found = account.provider === '360dialog' ? throughDialog(url, dialogUrl) : url
      const file = await egress.send(withSecret(account, found, { maxBytes, timeoutSeconds: 60 }), signal)
      if (file.kind === 'too-large') return never(`The file is larger than ${maxBytes} bytes.`)
      const got = outcomeOf(file)
      if (got.kind !== 'sent' || file.kind !== 'response') return got as MediaOutcome
      return { kind: 'media', type: typeof type === 'string' ? type : '', content: file.body }
    },
  }
}

const version = 'v21.0'
/** Host on which Meta stores the files of messages. */
const mediaHost = 'lookaside.fbsbx.com'

/** Files are downloaded through the provider, with its key. */
function throughDialog(url: string, dialogUrl: string): string {
  const { pathname, search, host } = new URL(url)
  return host === mediaHost ? `${dialogUrl}${pathname}${search}` : url
}

/** The host as egress rules spell it: with a port if that is not the default one. */
function entryOf(address: string): string {
  return new URL(address).host
}

/** Meta's codes for too many calls and for internal failures (reference: Cloud API, error codes). */
const passingCodes = new Set([1, 2, 4, 80007, 130429, 131000, 131016, 131048, 131056, 133016])
/** 401 and 403 are included: once the credentials are fixed, calls work again. */
const passingStatuses = new Set([401, 403, 408, 425, 429])

function outcomeOf(answer: EgressAnswer): SendOutcome {
  switch (answer.kind) {
    case 'response': {
      if (answer.status < 300) return { kind: 'sent' }
      const error = readObject(answer).error as { code?: unknown; message?: unknown } | undefined
      const said = typeof error?.message === 'string' ? `: ${error.message.slice(0, 500)}` : ''
      const reason = `The provider answered with status ${answer.status}${said}`
      const isTemporary =
        answer.status >= 500 || passingStatuses.has(answer.status) || passingCodes.has(Number(error?.code ?? 0))
      return isTemporary ? { kind: 'later', reason } : never(reason)
    }
    case 'timeout':
      return { kind: 'later', reason: `The provider did not answer within ${answer.seconds} s.` }
    case 'failed':
      return { kind: 'later', reason: `The provider could not be reached: ${answer.reason}` }
    case 'refused':
      return never(answer.reason)
    case 'too-large':
      return { kind: 'sent' }
  }
}

function never(reason: string): { kind: 'never'; reason: string } {
  return { kind: 'never', reason }
}

function readObject(answer: Extract<EgressAnswer, { kind: 'response' }>): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(decodeText(answer.body, answer.headers))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
