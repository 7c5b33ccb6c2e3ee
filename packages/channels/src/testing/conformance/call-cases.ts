import { expect } from 'vitest'
import type { ChannelRequest, MediaOutcome, SendOutcome } from '../../calls.js'
import type { WireResponse } from '../channel-wire.js'
import { type CaseChannel, type ConformanceCase, given } from './cases.js'
import { type Answer, accountOf, portOf, providerUrl } from './channel-port.js'

async function sent(on: CaseChannel, ...answers: readonly Answer[]) {
  const { port, calls } = portOf(answers)
  const payload = on.channel.render({ type: 'text', text: 'Hello' }, on.wire.senderOf('4915'))
  return { outcome: await on.channel.send(accountOf(on), payload, port), calls }
}

const outcomeOf = async (on: CaseChannel, answer: Answer): Promise<SendOutcome> => (await sent(on, answer)).outcome

/** A response that is the same for every provider: of a proxy in front of it. */
const plain = (status: number): WireResponse => ({ status })

const outcomes: [name: string, answer: Answer | ((on: CaseChannel) => Answer), kind: SendOutcome['kind']][] = [
  ['has accepted it', ({ wire }) => wire.provider.accepted, 'sent'],
  ['has accepted it without a body', plain(204), 'sent'],
  ['answers with more than is read', { kind: 'too-large' }, 'sent'],
  ['has had too many calls', ({ wire }) => wire.provider.throttled, 'later'],
  ['has had too many calls, says a proxy', plain(429), 'later'],
  ['has failed', plain(500), 'later'],
  ['is behind a gateway that failed', plain(502), 'later'],
  ['is down', plain(503), 'later'],
  ['is behind a gateway that waited in vain', plain(504), 'later'],
  ['waited for the call in vain', plain(408), 'later'],
  ['does not answer in time', { kind: 'timeout', seconds: 20 }, 'later'],
  ['breaks the connection', { kind: 'failed', reason: 'The connection was closed.' }, 'later'],
  ['does not know the token any more', ({ wire }) => wire.provider.revoked, 'later'],
  ['wants a token, says a proxy', plain(401), 'later'],
  ['does not take this message', ({ wire }) => wire.provider.rejected, 'never'],
  ['does not take this message, says a proxy', plain(400), 'never'],
  ['does not exist', plain(404), 'never'],
  ['has an address that calls may not go to', { kind: 'refused', reason: 'The address is not allowed.' }, 'never'],
]

/** Secrets of an account. */
const secretsOf = ({ wire }: CaseChannel) =>
  Object.values(wire.data).filter((value) => value?.includes('planted-')) as string[]
const hasSecret = (on: CaseChannel, value: unknown) =>
  secretsOf(on).some((secret) => JSON.stringify(value).includes(secret))
const openly = ({ secretHeaders: _, ...request }: ChannelRequest) => request

export const callCases: readonly ConformanceCase[] = [
  ...outcomes.map(
    ([name, answer, kind]): ConformanceCase => ({
      name: `sends a message to a provider that ${name}: ${kind}`,
      async run(on) {
        const outcome = await outcomeOf(on, typeof answer === 'function' ? answer(on) : answer)
        expect(outcome.kind, JSON.stringify(outcome)).toBe(kind)
        if (outcome.kind !== 'sent') expect(outcome.reason).toMatch(/\w/)
      },
    }),
  ),
  given('retryAfter', 'waits for as long as the provider asks', async (retryAfter, on) => {
    expect(await outcomeOf(on, retryAfter(35))).toMatchObject({ kind: 'later', retryAfterSeconds: 35 })
  }),
  given('retryAfter', 'ignores a time to wait that is not a positive number of seconds', async (retryAfter, on) => {
    for (const seconds of [0, -5, Number.NaN]) {
      const outcome = await outcomeOf(on, retryAfter(seconds))
      expect(outcome).toMatchObject({ kind: 'later' })
      expect((outcome as { retryAfterSeconds?: number }).retryAfterSeconds ?? 1).toBeGreaterThan(0)
    }
  }),
  given('windowClosed', 'sends no message again once the window to reply has closed', async (windowClosed, on) => {
    expect(await outcomeOf(on, windowClosed)).toMatchObject({ kind: 'never', cause: 'window' })
  }),
  given('optedOut', 'sends no message again to a contact who wants none', async (optedOut, on) => {
    expect(await outcomeOf(on, optedOut)).toMatchObject({ kind: 'never', cause: 'opt-out' })
  }),
  {
    name: 'calls the provider once for a message, and leaves repetitions to the service',
    async run(on) {
      const { provider } = on.wire
      for (const answer of [provider.accepted, provider.throttled, provider.revoked, provider.rejected, plain(503)])
        expect((await sent(on, answer)).calls).toHaveLength(1)
    },
  },
  {
    name: 'calls only the address that the operator has set',
    async run(on) {
      const [call] = (await sent(on, on.wire.provider.accepted)).calls
      expect(new URL(call?.url ?? '').origin).toBe(providerUrl)
    },
  },
  {
    name: 'writes secrets only where they are sent to hosts of the provider',
    async run(on) {
      for (const call of await allCalls(on)) {
        expect(hasSecret(on, openly(call))).toBe(false)
        const { host } = new URL(providerUrl)
        if (call.secretHeaders && hasSecret(on, call.secretHeaders)) expect(call.secretHeaders.hosts).toContain(host)
      }
    },
  },
  {
    name: 'names no secret in the reason of a failure',
    async run(on) {
      const { provider } = on.wire
      const answers: Answer[] = [
        provider.throttled,
        provider.revoked,
        provider.rejected,
        { kind: 'timeout', seconds: 9 },
      ]
      for (const answer of answers) expect(hasSecret(on, await outcomeOf(on, answer))).toBe(false)
    },
  },
  {
    name: 'shortens the reason that a provider gives at great length',
    async run(on) {
      const { json = {} } = on.wire.provider.rejected
      const long = JSON.parse(JSON.stringify(json), (_, value) =>
        typeof value === 'string' ? 'x'.repeat(9_000) : value,
      )
      const outcome = await outcomeOf(on, { status: 400, json: long })
      expect((outcome as { reason: string }).reason.length).toBeLessThan(1_000)
    },
  },
  {
    name: 'survives a response whose fields are of any shape',
    async run(on) {
      const shapes = [null, 7, 'x', [], {}, { message: {} }, { code: [] }]
      for (const shape of shapes)
        for (const status of [400, 403, 429, 500]) {
          const json = { error: shape, description: shape, parameters: shape, errors: shape, message: shape }
          const { kind } = await outcomeOf(on, { status, json } as WireResponse)
          expect(['later', 'never']).toContain(kind)
        }
    },
  },
  {
    name: 'shows that a message was read only to its sender, and survives every response',
    async run(on) {
      for (const answer of [
        on.wire.provider.accepted,
        on.wire.provider.revoked,
        plain(500),
        { kind: 'timeout', seconds: 9 },
      ] as const) {
        const { port, calls } = portOf([answer])
        await on.channel.confirm?.(accountOf(on), { id: '1001', sender: on.wire.senderOf('4915') }, port)
        expect(calls.map(({ body }) => (body?.includes('4915') || body?.includes('1001') ? 'named' : body))).toEqual(
          calls.map(() => 'named'),
        )
      }
    },
  },
  {
    name: 'downloads a file of the provider',
    part: 'file',
    async run(on) {
      expect(await download(on, 'f1')).toEqual({
        kind: 'media',
        type: expect.any(String),
        content: new Uint8Array([7, 8]),
      })
    },
  },
  {
    name: 'does not download a file that the provider does not have',
    part: 'file',
    run: async (on) => expect((await download(on, 'gone')).kind).toBe('never'),
  },
  {
    name: 'does not download a file that is too large, and says so',
    part: 'file',
    async run(on) {
      const outcome = await download(on, 'f1', { kind: 'too-large' })
      expect(outcome).toMatchObject({ kind: 'never', reason: expect.stringMatching(/larger/) })
    },
  },
  {
    name: 'downloads a file later whose provider is down, throttled, or silent',
    part: 'file',
    async run(on) {
      for (const answer of [plain(503), plain(429), { kind: 'timeout', seconds: 60 }] as const)
        expect((await download(on, 'f1', answer)).kind).toBe('later')
    },
  },
  {
    name: 'tests the connection with a secret in a header or in the path of the address only',
    run(on) {
      const probe = on.channel.probe?.(accountOf(on))
      if (!probe) return
      expect(new URL(probe.url).origin).toBe(providerUrl)
      expect(hasSecret(on, probe.url)).toBe(false)
      expect(hasSecret(on, probe)).toBe(true)
    },
  },
  {
    name: 'shows no secret among the visible fields of an account',
    run: (on) => expect(hasSecret(on, on.channel.summarize(on.wire.data))).toBe(false),
  },
]

/** The calls of everything that an account does. */
async function allCalls(on: CaseChannel): Promise<ChannelRequest[]> {
  const { port, calls } = portOf([on.wire.provider.accepted])
  const account = accountOf(on)
  const sender = on.wire.senderOf('4915')
  await on.channel.send(account, on.channel.render({ type: 'text', text: 'Hello' }, sender), port)
  await on.channel.confirm?.(account, { id: '1001', sender }, port)
  await on.channel.download(account, on.wire.provider.mediaId('f1', providerUrl), 9, port)
  return calls
}

/** Downloads a file from a provider that has one, or whose last response is another. */
async function download(on: CaseChannel, name: string, last?: Answer): Promise<MediaOutcome> {
  const files = new Map([['f1', new Uint8Array([7, 8])]])
  const { provider } = on.wire
  const calls: ChannelRequest[] = []
  const { port } = portOf([plain(200)])
  const respond = async (request: ChannelRequest) => {
    calls.push(request)
    const { url, method = 'GET', body } = request
    const path = url.slice(new URL(url).origin.length)
    const answer = provider.readFile({ method, path, body: body && JSON.parse(body) }, files, providerUrl) ?? plain(404)
    return portOf([last && answer.bytes ? last : answer]).port.call(request)
  }
  return on.channel.download(accountOf(on), provider.mediaId(name, providerUrl), 9, { ...port, call: respond })
}
