import { type Account, addressesOf, type ChannelPort, type ChannelResponse, never } from '@colloquy/channels'
import { decodeText } from '../egress/decode-text.js'
import type { EgressOutcome, EgressPort } from '../egress/egress-port.js'
import { readUrl } from '../read-url.js'
import type { CallGuard } from '../shares/call-guard.js'
import type { ChannelAccount, MessagingPort } from './messaging-port.js'
import { retryAfter } from './retry-after.js'

/** Performs the calls of channels. `addresses` are those that the operator set, by the names of their settings. */
export function openMessaging(addresses: Readonly<Record<string, string>>, egress: EgressPort): MessagingPort {
  const opened = ({ channel, data }: ChannelAccount): Account => ({ data, addresses: addressesOf(channel, addresses) })
  const portOf = (
    { workspaceId }: ChannelAccount,
    { signal, guard }: { signal?: AbortSignal; guard?: CallGuard } = {},
  ): ChannelPort => ({
    readUrl,
    call: async ({ method = 'GET', headers = [], timeoutSeconds = 20, ...request }) =>
      responseOf(
        await egress.send(
          { owner: { workspaceId }, method, headers, timeoutSeconds, ...request, ...(guard && { guard }) },
          signal,
        ),
      ),
  })
  return {
    send: (account, to, message, author) =>
      account.channel.send(opened(account), account.channel.render(message, to, author), portOf(account)),
    async open(account, to, opening) {
      const { channel } = account
      if (!channel.open) return never(`Bots cannot write first on ${channel.label}.`)
      return channel.open(opened(account), to, opening, portOf(account))
    },
    async connect(account, webhook) {
      const { channel } = account
      if (!channel.connect) return never(`${channel.label} is connected at its provider.`)
      return channel.connect(opened(account), webhook, portOf(account))
    },
    async confirm(account, message, guard) {
      await account.channel.confirm?.(opened(account), message, portOf(account, { guard }))
    },
    download: (account, mediaId, maxBytes, signal) =>
      account.channel.download(opened(account), mediaId, maxBytes, portOf(account, signal && { signal })),
  }
}

function responseOf(response: EgressOutcome): ChannelResponse {
  if (response.kind !== 'response') return response
  const { kind, status, body, headers } = response
  const fields = () => fieldsOf(decodeText(body, headers))
  return { kind, status, body, retryAfterSeconds: retryAfter(headers['retry-after'], Date.now()), fields }
}

function fieldsOf(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
