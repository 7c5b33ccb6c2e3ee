import { type CaseChannel, type ConformanceCase, given } from '@colloquy/channels/testing'
import { expect } from 'vitest'
import { cryptography } from '../messaging/cryptography.js'
import type { ChannelAccount } from './channel-world.js'
import type { TestService } from './test-service.js'

/** An account in a service, and how time passes there. */
export interface ServedChannel extends CaseChannel {
  readonly account: ChannelAccount
  readonly service: TestService
  pass(milliseconds: number): void
}

type ServiceCase = ConformanceCase<ServedChannel>

const greeting = ['One', 'Two', 'Three']
const { poll } = expect

/** Somebody whose chat with the first bot has begun. */
async function begun({ account }: ServedChannel): Promise<string> {
  const from = account.contact()
  await account.write(from, 'Hello')
  await poll(() => account.provider.textsTo(from)).toEqual(greeting)
  await account.settled()
  return from
}

/** The texts after the greeting, once nothing waits for an answer. */
async function saidTo({ account }: ServedChannel, from: string): Promise<string[]> {
  await account.settled()
  return account.provider.textsTo(from).slice(greeting.length)
}

const contactOf = ({ account, wire, service }: ServedChannel, from: string) =>
  service.storage.messaging.find({
    workspaceId: service.workspaceId,
    credentialsId: account.credentialsId,
    sender: wire.senderOf(from),
  })

const isStored = async (on: ServedChannel, from: string) => (await contactOf(on, from)) !== undefined

async function logsOf(on: ServedChannel, from: string): Promise<string[]> {
  const { service, account } = on
  const session = await service.storage.sessions.get((await contactOf(on, from))?.sessionId ?? '')
  const page = { limit: 10, bytes: 100_000 }
  const { resultId = '' } = session ?? {}
  const { rows } = await service.storage.results.logs(service.workspaceId, account.bots.Hello, resultId ?? '', page)
  return rows.map(({ description, details }) => `${description}: ${details}`)
}

/** Answers of somebody as results have them. */
async function answersOf(on: ServedChannel, from: string): Promise<string[]> {
  const session = await on.service.storage.sessions.get((await contactOf(on, from))?.sessionId ?? '')
  return (await on.service.storage.results.answers([session?.resultId ?? ''])).map(({ content }) => content)
}

/** Calls that are not accepted. */
const forged: [
  name: string,
  change: (on: ServedChannel, body: string) => [body: string, headers: Record<string, string>],
][] = [
  ['without a signature', (on, body) => [body, blank(headersOf(on, body))]],
  [
    'with the signature of another secret',
    (on, body) => {
      const data = Object.fromEntries(Object.entries(on.wire.data).map(([name, value]) => [name, `${value}x`]))
      return [
        body,
        on.wire.sign(Buffer.from(body), { ...data, provider: on.wire.data.provider }, cryptography, on.account.now()),
      ]
    },
  ],
]

const headersOf = (on: ServedChannel, body: string) =>
  on.wire.sign(Buffer.from(body), on.wire.data, cryptography, on.account.now())
const blank = (headers: Record<string, string>) => Object.fromEntries(Object.keys(headers).map((name) => [name, '']))

const post = (on: ServedChannel, body: string | Buffer, headers: Record<string, string>) =>
  on.service.call('POST', on.account.webhook, body, { authorization: '', ...headers })

/** Calls that are refused although they are signed. */
const refused: [name: string, body: string | Buffer, code: string][] = [
  ['broken JSON', '{"entry":', 'malformed_json'],
  ['bytes that are not valid text', Buffer.from([0xff, 0xfe, 0x00]), 'malformed_json'],
  ['JSON that is too deep', `{"entry":${'['.repeat(100)}${']'.repeat(100)}}`, 'too_deep'],
  ['more than a webhook takes', JSON.stringify({ entry: 'x'.repeat(1_100_000) }), 'body_too_large'],
  ['a payload that does not come from the provider', '{"hologram":1}', 'invalid_request'],
]

/** Failures of a provider that pass. */
const failures = [
  ['is down', () => ({ status: 503 })],
  ['has had too many calls', ({ wire }: ServedChannel) => wire.provider.throttled],
  ['does not know the token any more', ({ wire }: ServedChannel) => wire.provider.revoked],
  ['breaks connections', () => 'reset' as const],
] as const

/** Of three messages a provider refuses the second for ever. `arriving`: those that the contact gets. `reason`: part of the log. */
async function refusesTwo(
  on: ServedChannel,
  response: ReturnType<(typeof failures)[1][1]>,
  { arriving, reason } = { arriving: ['One', 'Three'], reason: 'did not arrive' },
): Promise<void> {
  const { account } = on
  const from = account.contact()
  account.provider.treatWith(({ to, text }) => (to === from && text === 'Two' ? response : undefined))
  await account.write(from, 'Hello')
  await poll(() => account.provider.textsTo(from)).toEqual(arriving)
  await account.settled()
  expect(account.provider.textsTo(from)).toEqual(arriving)
  const [log, ...others] = await logsOf(on, from)
  expect(others).toEqual([])
  expect(log).toContain(reason)
  await account.write(from, 'a')
  await poll(() => account.provider.textsTo(from)).toEqual([...arriving, 'You said a'])
}

const copyOf = ({ account }: ServedChannel, contact: string, text: string) => ({
  contact,
  id: account.message(contact, '').id,
  at: account.now(),
  text,
})

/** Promises of a channel that a service answers on. */
export const serviceCases: readonly ServiceCase[] = [
  {
    name: 'answers the first message with all that the bot says, in its order',
    run: async (on) => expect(await begun(on)).toMatch(/^\d+$/),
  },
  {
    name: 'answers a call that comes five times at once, and once more later, once',
    async run(on) {
      const from = await begun(on)
      const payload = on.wire.write(on.account.message(from, 'a'))
      const answers = await Promise.all(Array.from({ length: 5 }, () => on.account.send(payload)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      expect(await saidTo(on, from)).toEqual(['You said a'])
      await on.account.send(payload)
      expect(await saidTo(on, from)).toEqual(['You said a'])
    },
  },
  {
    name: 'answers a call that comes again an hour later once',
    async run(on) {
      const from = await begun(on)
      const payload = on.wire.write(on.account.message(from, 'a'))
      await on.account.send(payload)
      expect(await saidTo(on, from)).toEqual(['You said a'])
      on.pass(3_600_000)
      expect((await on.account.send(payload)).status).toBe(200)
      expect(await saidTo(on, from)).toEqual(['You said a'])
    },
  },
  given<'batch', ServedChannel>(
    'batch',
    'answers a message that comes again beside another one once',
    async (batch, on) => {
      const from = await begun(on)
      const message = on.account.message(from, 'a')
      await on.account.send(batch([message]))
      await on.account.settled()
      await on.account.send(batch([message, on.account.message(from, 'b')]))
      expect(await saidTo(on, from)).toEqual(['You said a', 'You said b'])
    },
  ),
  given<'sentAt', ServedChannel>(
    'sentAt',
    'answers messages that arrive in another order in that in which they were sent',
    async (_, on) => {
      const from = on.account.contact()
      const at = on.account.now() - 10_000
      const payloads = ['Hello', 'a', 'b', 'c'].map((text, index) =>
        on.wire.write(on.account.message(from, text, at + index * 1_000)),
      )
      await Promise.all(payloads.reverse().map((payload) => on.account.send(payload)))
      await on.account.settled()
      const said = await answersOf(on, from)
      expect(on.account.provider.textsTo(from)).toEqual([...greeting, ...said.map((text) => `You said ${text}`)])
    },
  ),
  given<'sentAt', ServedChannel>(
    'sentAt',
    'stores a message that comes four minutes late, and does not answer it',
    async (_, on) => {
      const from = on.account.contact()
      await on.account.write(from, 'Hello', on.account.now() - 240_000)
      await on.account.settled()
      expect([await isStored(on, from), on.account.provider.textsTo(from)]).toEqual([true, []])
    },
  ),
  given<'sentAt', ServedChannel>(
    'sentAt',
    'answers a message whose sender has a clock that is ten minutes ahead',
    async (_, on) => {
      const from = on.account.contact()
      await on.account.write(from, 'Hello', on.account.now() + 600_000)
      await poll(() => on.account.provider.textsTo(from)).toEqual(greeting)
    },
  ),
  ...forged.map(
    ([name, change]): ServiceCase => ({
      name: `refuses a call ${name}, and stores nothing`,
      async run(on) {
        const from = on.account.contact()
        const body = JSON.stringify(on.wire.write(on.account.message(from, 'Hello')))
        const { status, body: answer } = await post(on, ...change(on, body))
        expect([status, answer.code]).toEqual([401, 'signature_invalid'])
        expect(await isStored(on, from)).toBe(false)
      },
    }),
  ),
  given<'signedBody', ServedChannel>(
    'signedBody',
    'refuses a call that was changed on its way, and stores nothing',
    async (_, on) => {
      const from = on.account.contact()
      const body = JSON.stringify(on.wire.write(on.account.message(from, 'Hello')))
      expect((await post(on, body.replace('Hello', 'hello'), headersOf(on, body))).status).toBe(401)
      expect(await isStored(on, from)).toBe(false)
    },
  ),
  given<'signedTime', ServedChannel>(
    'signedTime',
    'refuses a call that is repeated six minutes later',
    async (_, on) => {
      const body = JSON.stringify(on.wire.write(on.account.message(on.account.contact(), 'Hello')))
      const headers = headersOf(on, body)
      expect((await post(on, body, headers)).status).toBe(200)
      on.pass(360_000)
      expect((await post(on, body, headers)).status).toBe(401)
    },
  ),
  ...refused.map(
    ([name, body, code]): ServiceCase => ({
      name: `refuses ${name} with an error that says so`,
      async run(on) {
        const headers = on.wire.sign(Buffer.from(body), on.wire.data, cryptography, on.account.now())
        expect((await post(on, body, headers)).body.code).toBe(code)
      },
    }),
  ),
  {
    name: 'accepts an event that bots do not act on, and counts it',
    async run(on) {
      const { payload, name } = on.wire.unknownEvent
      expect((await on.account.send(payload)).status).toBe(200)
      const { body } = await on.service.call('GET', on.account.webhook.replace('/webhook', ''))
      expect(body.otherFields.map(({ field }: { field: string }) => field)).toContain(name)
    },
  },
  {
    name: 'accepts a message of a new kind, and answers the next one',
    async run(on) {
      const from = await begun(on)
      const { id } = on.account.message(from, '')
      expect((await on.account.send(on.wire.unknownMessage(from, id))).status).toBe(200)
      await on.account.write(from, 'a')
      await poll(() => saidTo(on, from)).toEqual(['You said a'])
    },
  },
  given<'otherAccount', ServedChannel>(
    'otherAccount',
    'accepts a call about another account, and stores nothing',
    async (otherAccount, on) => {
      const from = on.account.contact()
      expect((await on.account.send(otherAccount(on.account.message(from, 'Hello')))).status).toBe(200)
      expect(await isStored(on, from)).toBe(false)
    },
  ),
  {
    name: 'answers a text that no database stores as it came',
    async run(on) {
      const from = await begun(on)
      await on.account.write(from, 'a\u0000\ud800b')
      await poll(async () => (await saidTo(on, from)).length).toBe(1)
    },
  },
  {
    name: 'answers a text of a hundred thousand letters',
    async run(on) {
      const from = await begun(on)
      await on.account.write(from, 'word '.repeat(20_000))
      await poll(async () => (await saidTo(on, from)).length).toBeGreaterThan(0)
      await on.account.settled()
    },
  },
  {
    name: 'keeps the chats of two contacts apart who write at the same moment',
    async run(on) {
      const pair = [await begun(on), await begun(on)]
      await Promise.all(pair.map((from) => on.account.write(from, `I am ${from}`)))
      for (const from of pair) await poll(() => saidTo(on, from)).toEqual([`You said I am ${from}`])
    },
  },
  {
    name: 'answers ten contacts at once, each in the order of their messages, although a third of the calls fail',
    async run(on) {
      const { account, wire } = on
      const contacts = Array.from({ length: 10 }, () => account.contact())
      let calls = 0
      account.provider.treatWith(({ to }) =>
        contacts.includes(to) && ++calls % 3 === 0 ? wire.provider.throttled : undefined,
      )
      await Promise.all(contacts.map((from) => account.write(from, 'Hello')))
      await account.settled()
      for (const text of ['a', 'b', 'c']) {
        await Promise.all(contacts.map((from) => account.write(from, text)))
        await account.settled()
      }
      for (const from of contacts)
        expect(account.provider.textsTo(from)).toEqual([...greeting, 'You said a', 'You said b', 'You said c'])
    },
  },
  given<'button', ServedChannel>('button', 'takes a pressed button as the choice', async (_, on) => {
    const { from, press } = await asked(on)
    await press('Green')
    await poll(() => on.account.provider.textsTo(from).at(-1)).toBe('You like Green')
  }),
  given<'button', ServedChannel>('button', 'takes a button that is pressed twice as one choice', async (_, on) => {
    const { from, press } = await asked(on)
    await Promise.all([press('Green'), press('Green')])
    await on.account.settled()
    await press('Green')
    await on.account.settled()
    const said = on.account.provider.textsTo(from).filter((text) => text === 'You like Green')
    expect(said).toHaveLength(1)
  }),
  given<'button', ServedChannel>(
    'button',
    'answers a button of an earlier question without asking that question again',
    async (_, on) => {
      const { from, press } = await asked(on)
      await press('Green')
      await on.account.settled()
      await on.account.write(from, 'a')
      await poll(() => on.account.provider.textsTo(from).at(-1)).toBe('You said a')
      await press('Red')
      await on.account.settled()
      await on.account.write(from, 'b')
      await poll(() => on.account.provider.textsTo(from).at(-1)).toBe('You said b')
      expect(on.account.provider.textsTo(from)).not.toContain('You like Red')
    },
  ),
  given<'file', ServedChannel>('file', 'stores a file, and answers with its address', async (_, on) => {
    const { from, sendFile } = await askedForFile(on)
    await sendFile('photo', Buffer.from('a photo'))
    await poll(() => on.account.provider.textsTo(from).at(-1)).toMatch(/^Got http/)
  }),
  ...(['that is too large', 'that the provider does not have'] as const).map((name) =>
    given<'file', ServedChannel>('file', `leaves out a file ${name}, and takes the next one`, async (_, on) => {
      const { from, sendFile } = await askedForFile(on)
      await sendFile('first', name === 'that is too large' ? Buffer.alloc(200_000) : undefined)
      await on.account.settled()
      await sendFile('second', Buffer.from('a photo'))
      await poll(() => on.account.provider.textsTo(from).at(-1)).toMatch(/^Got http/)
    }),
  ),
  ...failures.map(
    ([name, response]): ServiceCase => ({
      name: `sends each message once and in its order to a provider that ${name} for a while`,
      async run(on) {
        const from = await begun(on)
        let left = 3
        on.account.provider.treatWith(({ to }) => (to === from && left-- > 0 ? response(on) : undefined))
        await on.account.write(from, 'a')
        await on.account.write(from, 'b')
        const said = await saidTo(on, from)
        const answers = await answersOf(on, from)
        expect(said).toEqual(answers.map((text) => `You said ${text}`))
        expect(answers.join('\n')).toBe('a\nb')
        expect(left).toBeLessThan(0)
      },
    }),
  ),
  given<'retryAfter', ServedChannel>(
    'retryAfter',
    'sends a message again after the seconds that the provider asks to wait',
    async (retryAfter, on) => {
      const from = await begun(on)
      let refusedAt = 0
      on.account.provider.treatWith(({ to }) => {
        if (to !== from || refusedAt > 0) return undefined
        refusedAt = performance.now()
        return retryAfter(1)
      })
      await on.account.write(from, 'a')
      await poll(() => saidTo(on, from)).toEqual(['You said a'])
      expect((on.account.provider.to(from).at(-1)?.at ?? 0) - refusedAt).toBeGreaterThan(990)
    },
  ),
  {
    name: 'shows a message twice only if the provider accepted it and broke the connection, and loses none',
    async run(on) {
      const from = await begun(on)
      let left = 1
      on.account.provider.treatWith(({ to }) => (to === from && left-- > 0 ? 'accept and reset' : undefined))
      await on.account.write(from, 'a')
      const expected = ['You said a', 'You said a']
      await poll(() => saidTo(on, from)).toEqual(expected)
      await on.account.write(from, 'b')
      await poll(() => saidTo(on, from)).toEqual([...expected, 'You said b'])
      expect(await answersOf(on, from)).toEqual(['a', 'b'])
      expect(on.account.provider.to(from).filter(({ isConfirmed }) => !isConfirmed)).toHaveLength(1)
    },
  },
  {
    name: 'skips a message that the provider will never take, logs it, and sends the others',
    run: (on) => refusesTwo(on, on.wire.provider.rejected),
  },
  given<'windowClosed', ServedChannel>(
    'windowClosed',
    'skips a message after the window has closed, and logs it',
    (windowClosed, on) => refusesTwo(on, windowClosed),
  ),
  given<'optedOut', ServedChannel>(
    'optedOut',
    'sends nothing more to a contact who wants no messages, until the contact writes again, and logs it',
    (optedOut, on) => refusesTwo(on, optedOut, { arriving: ['One'], reason: 'wants no messages' }),
  ),
  given<'numberChange', ServedChannel>(
    'numberChange',
    'continues the chat of a contact who has another number',
    async (change, on) => {
      const from = await begun(on)
      const next = on.account.contact()
      await on.account.send(change(from, next, on.account.message(from, '').id))
      await on.account.write(next, 'a')
      await poll(() => on.account.provider.textsTo(next)).toEqual(['You said a'])
    },
  ),
  given<'echo', ServedChannel>('echo', 'is silent once the owner has written elsewhere', async (echo, on) => {
    const from = await begun(on)
    expect((await on.account.send(echo(copyOf(on, from, 'I am here')))).status).toBe(200)
    await on.account.write(from, 'a')
    expect(await saidTo(on, from)).toEqual([])
  }),
  given<'handover', ServedChannel>(
    'handover',
    'is silent while another app has the conversation, and answers once it is passed back',
    async (handover, on) => {
      const from = await begun(on)
      await on.account.send(handover('taken', from, on.account.now()))
      await on.account.write(from, 'a')
      expect(await saidTo(on, from)).toEqual([])
      await on.account.send(handover('passed', from, on.account.now() + 1_000))
      await on.account.settled()
      await on.account.write(from, 'b')
      await poll(async () => (await saidTo(on, from)).at(-1)).toBe('You said b')
    },
  ),
  ...(['contact', 'app'] as const).map((by) =>
    given<'standby', ServedChannel>(
      'standby',
      `does not answer a copy of what the ${by} of another conversation wrote`,
      async (standby, on) => {
        const from = await begun(on)
        expect((await on.account.send(standby(by, copyOf(on, from, 'Hello?')))).status).toBe(200)
        expect(await saidTo(on, from)).toEqual([])
      },
    ),
  ),
  given<'undelivered', ServedChannel>(
    'undelivered',
    'logs a message that was accepted and did not arrive',
    async (undelivered, on) => {
      const from = await begun(on)
      await on.account.send(undelivered(from, on.account.message(from, '').id))
      await poll(() => logsOf(on, from)).toEqual([expect.stringContaining('did not arrive')])
    },
  ),
  given<'delivered', ServedChannel>(
    'delivered',
    'says nothing about a message that has arrived',
    async (delivered, on) => {
      const from = await begun(on)
      await on.account.send(delivered(from, on.account.message(from, '').id))
      expect([await saidTo(on, from), await logsOf(on, from)]).toEqual([[], []])
    },
  ),
  given<'optOut', ServedChannel>(
    'optOut',
    'accepts that a contact wants no messages, and sends none',
    async (optOut, on) => {
      const from = await begun(on)
      expect((await on.account.send(optOut(from, on.account.message(from, '').id))).status).toBe(200)
      expect(await saidTo(on, from)).toEqual([])
    },
  ),
]

/** Somebody who is asked for a colour, and how they press a button. */
async function asked({ account }: ServedChannel) {
  const from = account.contact()
  await account.write(from, 'Colours')
  const buttons = () => account.provider.to(from).flatMap(({ buttons = [] }) => buttons)
  await poll(() => buttons().map(({ title }) => title)).toEqual(['Red', 'Green'])
  await account.settled()
  const shown = buttons()
  return {
    from,
    async press(title: string) {
      const button = shown.find((one) => one.title === title)
      if (button) await account.write(from, { button })
    },
  }
}

/** Somebody who is asked for a file, and how they send one. */
async function askedForFile({ account }: ServedChannel) {
  const from = account.contact()
  await account.write(from, 'Files')
  await poll(() => account.provider.textsTo(from)).toEqual(['A photo?'])
  await account.settled()
  return {
    from,
    async sendFile(name: string, content: Uint8Array | undefined) {
      const file = `${name}${from}.jpg`
      if (content) account.provider.files.set(file, content)
      await account.write(from, { file: 'image', mediaId: account.wire.provider.mediaId(file, account.provider.url) })
    },
  }
}
