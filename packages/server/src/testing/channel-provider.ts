import type { ChannelDefinition } from '@colloquy/channels'
import type { ChannelWire, SentMessage, WireRequest, WireResponse } from '@colloquy/channels/testing'
import { type Fault, type StandInResponse, standIn } from '@colloquy/test-kit/providers/stand-in'

/** A message that a provider accepted. */
export interface AcceptedMessage extends SentMessage {
  readonly at: number
  /** False if its sender never got the response, and cannot know that it was accepted. */
  readonly isConfirmed: boolean
}

/** The response of a provider to a message that it does not accept. */
export type Treatment = WireResponse | 'reset' | 'accept and reset' | undefined

export type ChannelProvider = Awaited<ReturnType<typeof openChannelProvider>>

/** Stands in for the provider of a channel, as its wire describes it: keeps what it accepted, and serves files. */
export async function openChannelProvider(channel: ChannelDefinition, wire: ChannelWire) {
  const accepted: AcceptedMessage[] = []
  const files = new Map<string, Uint8Array>()
  let treat: (message: SentMessage) => Treatment = () => undefined
  const server = await standIn((received): StandInResponse | Fault => {
    const request: WireRequest = { method: received.method, path: received.path, body: received.json }
    const file = wire.provider.readFile(request, files, server.url)
    if (file) return responseOf(file)
    const message = wire.provider.readSent(request)
    if (!message) return responseOf(wire.provider.accepted)
    const treatment = treat(message)
    if (treatment === 'reset') return 'reset'
    if (treatment !== undefined && treatment !== 'accept and reset') return responseOf(treatment)
    accepted.push({ ...message, at: performance.now(), isConfirmed: treatment === undefined })
    return treatment === undefined ? responseOf(wire.provider.accepted) : 'reset'
  })
  const to = (contact: string) => accepted.filter((message) => message.to === contact)
  return {
    url: server.url,
    /** Settings of a service that uses it. */
    env: Object.fromEntries(Object.values(channel.addresses).map(({ setting }) => [setting, server.url])),
    files,
    accepted,
    to,
    /** The texts that a contact was shown. */
    textsTo: (contact: string) => to(contact).map(({ text = '' }) => text),
    /** Treats messages in another way from now on. */
    treatWith(next: (message: SentMessage) => Treatment) {
      treat = next
    },
    close: () => server.close(),
  }
}

const responseOf = ({ status, headers = {}, json, bytes }: WireResponse): StandInResponse => ({
  status,
  headers: { ...headers },
  ...(json && { json }),
  ...(bytes && { body: bytes }),
})
