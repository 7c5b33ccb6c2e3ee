import type { ChannelPort, ChannelRequest, ChannelResponse } from '../../calls.js'
import { variantOf } from '../../channel-list.js'
import type { Account } from '../../define.js'
import type { WireRequest, WireResponse } from '../channel-wire.js'
import type { CaseChannel } from './cases.js'

export const providerUrl = 'https://provider.example'

/** An answer of the provider, or what happens in place of one. */
export type Answer = WireResponse | Exclude<ChannelResponse, { kind: 'response' }>

/** A port that keeps its calls, and answers them one after another; the last answer stays. */
export function portOf(answers: readonly Answer[]) {
  const calls: ChannelRequest[] = []
  const port: ChannelPort = {
    readUrl: (text) => (URL.canParse(text) ? new URL(text) : undefined),
    async call(request) {
      calls.push(request)
      const answer = answers[Math.min(calls.length, answers.length) - 1] as Answer
      if ('kind' in answer) return answer
      const { status, headers = {}, json, bytes } = answer
      const body = bytes ?? new TextEncoder().encode(json ? JSON.stringify(json) : '<html>Bad gateway</html>')
      const retryAfterSeconds = Number(headers['retry-after']) || undefined
      return { kind: 'response', status, body, retryAfterSeconds, fields: () => ({ ...json }) } as ChannelResponse
    },
  }
  return { port, calls }
}

/** The account of a wire, at a provider of the tests. */
export function accountOf({ channel, wire }: CaseChannel): Account {
  const { address } = variantOf(channel, wire.data) ?? { address: '' }
  const addresses = Object.fromEntries(Object.keys(channel.addresses).map((name) => [name, `https://${name}.example`]))
  return { data: wire.data, addresses: { ...addresses, [address]: providerUrl } }
}

/** The calls that the provider receives, which accepts all of them. */
export async function requestsOf(
  on: CaseChannel,
  call: (account: Account, port: ChannelPort) => Promise<unknown> | undefined,
): Promise<WireRequest[]> {
  const { port, calls } = portOf([on.wire.provider.accepted])
  await call(accountOf(on), port)
  return calls.map(({ url, method = 'GET', body }) => ({
    method,
    path: url.slice(new URL(url).origin.length),
    body: body === undefined ? undefined : JSON.parse(body),
  }))
}
