import { accountTypeOf, type ChannelDefinition, type ChannelType } from '@colloquy/channels'
import { type ChannelWire, type WireMessage, wires } from '@colloquy/channels/testing'
import { newId } from '../ids.js'
import { cryptography } from '../messaging/cryptography.js'
import { type ChannelProvider, openChannelProvider } from './channel-provider.js'
import { noTyping, quick } from './messaging-world.js'
import { type TestService, testService } from './test-service.js'

/** An account of a channel, with a stand-in of its provider. */
export interface ChannelAccount {
  readonly channel: ChannelDefinition<ChannelType>
  readonly wire: ChannelWire
  readonly provider: ChannelProvider
  readonly service: TestService
  readonly credentialsId: string
  /** The bot that answers its contacts. */
  readonly bots: Readonly<Record<keyof typeof bots, string>>
  readonly webhook: string
  /** The time of the service, in whole seconds. */
  now(): number
  /** A contact who has not written yet. */
  contact(): string
  /** A message of a contact that is sent now. */
  message(from: string, content: string | WireMessage['content'], at?: number): WireMessage
  /** Calls the webhook as the provider does. */
  send(payload: object | string, headers?: Record<string, string>): ReturnType<TestService['call']>
  write(from: string, content: string | WireMessage['content'], at?: number): ReturnType<TestService['call']>
  /** Resolves once no message waits for an answer. */
  settled(): Promise<void>
}

let ids = 5_000
const nextId = () => String(++ids)

/** A service with an account of every channel, whose providers are stand-ins, and bots that answer on each. */
export async function channelWorld(channels: readonly ChannelDefinition<ChannelType>[], limits: object = {}) {
  let later = 0
  const now = () => Date.now() + later
  const providers = new Map<string, ChannelProvider>()
  for (const channel of channels) providers.set(channel.type, await openChannelProvider(channel, wires[channel.type]))
  const env = Object.assign({}, ...[...providers.values()].map((provider) => provider.env))
  const given = { ...JSON.parse(quick.COLLOQUY_LIMITS), ...limits }
  const service = await testService({ ...env, COLLOQUY_LIMITS: JSON.stringify(given) }, { clock: now })
  const accounts = new Map<string, ChannelAccount>()
  for (const channel of channels) {
    const provider = providers.get(channel.type) as ChannelProvider
    accounts.set(channel.type, await accountIn(service, channel, provider, now))
  }
  return {
    service,
    account: (type: ChannelType) => accounts.get(type) as ChannelAccount,
    /** Lets time pass for the service. */
    pass(milliseconds: number) {
      later += milliseconds
    },
    async close() {
      await service.close()
      await Promise.all([...providers.values()].map((provider) => provider.close()))
    },
  }
}

async function accountIn(
  service: TestService,
  channel: ChannelDefinition<ChannelType>,
  provider: ChannelProvider,
  clock: () => number,
): Promise<ChannelAccount> {
  const wire = wires[channel.type]
  const credentialsId = await service.addCredentials(accountTypeOf(channel), wire.data, { name: newId() })
  const webhook = `/api/v1/workspaces/${service.workspaceId}/messaging/${credentialsId}/webhook`
  const published: Record<string, string> = {}
  for (const [word, groups] of Object.entries(bots))
    published[word] = await publishOn(service, { credentialsId, word, bot: groups() })
  const message = (
    from: string,
    content: string | WireMessage['content'],
    at = Math.floor(clock() / 1_000) * 1_000,
  ) => ({
    id: nextId(),
    from,
    at,
    content: typeof content === 'string' ? { text: content } : content,
  })
  const send = (payload: object | string, headers: Record<string, string> = {}) => {
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
    const signed = wire.sign(Buffer.from(body), wire.data, cryptography, clock())
    return service.call('POST', webhook, body, { authorization: '', ...signed, ...headers })
  }
  return {
    channel,
    wire,
    provider,
    service,
    credentialsId,
    bots: published as ChannelAccount['bots'],
    webhook,
    now: () => Math.floor(clock() / 1_000) * 1_000,
    contact: () => `49${nextId()}`,
    message,
    send,
    write: (from, content, at) => send(wire.write(message(from, content, at))),
    async settled() {
      const waiting = async () =>
        (await service.storage.messaging.connection(service.workspaceId, credentialsId)).waiting
      while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 10))
    },
  }
}

/** Publishes a bot that chats of an account begin with if the first message is a word. */
async function publishOn(
  service: Pick<TestService, 'call' | 'workspaceId'>,
  { credentialsId, word, bot }: { credentialsId: string; word: string; bot: object },
): Promise<string> {
  const { body: made } = await service.call('POST', '/api/v1/bots', { workspaceId: service.workspaceId, bot })
  const id: string = made.bot.id
  const startCondition = { comparisons: [{ id: 'c', comparisonOperator: 'Equal to', value: word }] }
  const settings = { ...noTyping, messaging: { isEnabled: true, quietSeconds: 0, startCondition } }
  await service.call('PATCH', `/api/v1/bots/${id}`, { bot: { settings, channels: [{ credentialsId }] } })
  await service.call('POST', `/api/v1/bots/${id}/publish`)
  return id
}

const at = { x: 0, y: 0 }
const say = (id: string, text: string) => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text }] }] },
})
const botOf = (first: readonly object[], again: readonly object[]) => ({
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'begin' }],
  edges: [
    { id: 'begin', from: { eventId: 'e1' }, to: { groupId: 'g1' } },
    { id: 'on', from: { blockId: 'last' }, to: { groupId: 'g2' } },
    { id: 'again', from: { blockId: 'said' }, to: { groupId: 'g2' } },
  ],
  variables: ['Said', 'Colour', 'File'].map((name, index) => ({ id: `v${index}`, name })),
  groups: [
    { id: 'g1', title: 'First', graphCoordinates: at, blocks: first },
    { id: 'g2', title: 'Again', graphCoordinates: at, blocks: again },
  ],
})
/** Repeats what somebody writes, for ever. */
const echoes = [
  { id: 'asks', type: 'text input', options: { variableId: 'v0' } },
  { ...say('said', 'You said {{Said}}'), outgoingEdgeId: 'again' },
]

/** Bots by the word that begins a chat with them. */
const bots = {
  Hello: () => botOf([say('a', 'One'), say('b', 'Two'), { ...say('last', 'Three'), outgoingEdgeId: 'on' }], echoes),
  Colours: () =>
    botOf(
      [
        say('which', 'Which colour?'),
        {
          id: 'choice',
          type: 'choice input',
          items: [
            { id: 'i1', content: 'Red' },
            { id: 'i2', content: 'Green' },
          ],
          options: { variableId: 'v1' },
        },
        { ...say('last', 'You like {{Colour}}'), outgoingEdgeId: 'on' },
      ],
      echoes,
    ),
  Files: () =>
    botOf(
      [
        say('which', 'A photo?'),
        { id: 'file', type: 'file input', options: { variableId: 'v2', isRequired: true } },
        { ...say('last', 'Got {{File}}'), outgoingEdgeId: 'on' },
      ],
      echoes,
    ),
} as const
