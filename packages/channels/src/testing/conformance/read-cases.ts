import { expect } from 'vitest'
import type { ChannelEvent, IncomingMessage, ReceivedMedia } from '../../messages.js'
import { isOffered, type Offered, type WireMessage } from '../channel-wire.js'
import { bytesOf, type CaseChannel, type ConformanceCase, eventsIn, given, sentAt, textMessage } from './cases.js'

const messagesIn = (events: readonly ChannelEvent[]): IncomingMessage[] =>
  events.flatMap((event) => (event.kind === 'message' ? event.message : []))
const read = (on: CaseChannel, message: WireMessage) => messagesIn(eventsIn(on, on.wire.write(message)))
const contentOf = (on: CaseChannel, content: WireMessage['content']) =>
  read(on, { ...textMessage(''), content })[0]?.content
const copy = { contact: '4915', id: '1007', at: sentAt, text: 'I am here' }

const texts: [name: string, text: string][] = [
  ['one letter', 'a'],
  ['umlauts and emoji of several parts', 'Grüße 👩‍👩‍👧‍👦 🇩🇪 e\u0301'],
  ['a script from right to left', 'שלום \u202eabc\u202c مرحبا'],
  ['several lines', 'one\n\n  two\r\nthree'],
  ['the letters of markup', '<b>&amp;</b> *_~` [x](y) \\'],
  ['a placeholder', '{{Name}} %s'],
  ['JSON', '{"type":"text","text":"x"}'],
  ['digits', '0012'],
  ['a command', '/help now'],
  ['a single surrogate', 'a\ud800b'],
  ['a zero byte', 'a\u0000b'],
  ['a hundred thousand letters', 'ab '.repeat(33_334)],
]

const textCases = texts.map(
  ([name, text]): ConformanceCase => ({
    name: `reads a text of ${name} as it is`,
    run: (on) => expect(contentOf(on, { text })).toEqual({ kind: 'text', text }),
  }),
)

const media: readonly ReceivedMedia[] = ['image', 'video', 'audio', 'document']

/** Any value in place of a part. */
const odd: readonly unknown[] = [
  null,
  undefined,
  7,
  -1,
  1e300,
  '',
  'x',
  true,
  [],
  {},
  [[]],
  [null],
  { id: {} },
  'x'.repeat(5_000),
]

/** Every payload in which one part is replaced, or left out. */
function* variantsOf(payload: unknown): Generator<unknown> {
  for (const path of pathsIn(payload)) for (const value of odd) yield replaced(payload, path, value)
}

function* pathsIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    yield [...path, name]
    yield* pathsIn(part, [...path, name])
  }
}

function replaced(value: unknown, [name, ...rest]: readonly string[], next: unknown): unknown {
  if (name === undefined) return next
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  const part = (copy as Record<string, unknown>)[name]
  ;(copy as Record<string, unknown>)[name] = replaced(part, rest, next)
  return copy
}

/** Payloads of each kind that a channel has. */
export function payloadsOf({ wire }: CaseChannel): object[] {
  const message = textMessage('Hello')
  const offered = <T>(part: Offered<T>, call: (part: T) => object) => (isOffered(part) ? [call(part)] : [])
  return [
    wire.write(message),
    wire.write({ ...message, content: { button: { id: 'i1', title: 'Red' } } }),
    wire.write({ ...message, content: { file: 'image', mediaId: 'https://cdn.fbsbx.com/f1', caption: 'See' } }),
    wire.unknownMessage('4915', '1001'),
    wire.unknownEvent.payload,
    ...offered(wire.batch, (batch) => batch([message, textMessage('Other', '4916', '1002')])),
    ...offered(wire.echo, (echo) => echo(copy)),
    ...offered(wire.handover, (handover) => handover('taken', '4915', sentAt)),
    ...offered(wire.standby, (standby) => standby('contact', copy)),
    ...offered(wire.numberChange, (change) => change('4915', '4916', '1003')),
    ...offered(wire.idChange, (change) => change({ previous: 'DE.1', next: 'DE.2', id: '1003' })),
    ...offered(wire.delivered, (delivered) => delivered('4915', '1004')),
    ...offered(wire.undelivered, (undelivered) => undelivered('4915', '1004')),
    ...offered(wire.optOut, (optOut) => optOut('4915', '1005')),
  ]
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(Object.freeze(value))) frozen(part)
  return value
}

const isValid = (event: ChannelEvent): boolean => {
  if (event.kind !== 'message') return true
  const { id, sender } = event.message
  return [id, sender].every((text) => typeof text === 'string' && text !== '' && text.length <= 1_000)
}

/** Events about a conversation, without their times. */
const ownedBy = (on: CaseChannel, payload: object) =>
  eventsIn(on, payload).map((event) => ({
    ...event,
    ...('contact' in event && { contact: Object.values(event.contact) }),
  }))

export const readCases: readonly ConformanceCase[] = [
  {
    name: 'reads a text with its id, its sender, its name and its time',
    run(on) {
      const [message, ...others] = read(on, textMessage('Hello'))
      expect(others).toEqual([])
      expect(message).toMatchObject({ sender: on.wire.senderOf('4915'), content: { kind: 'text', text: 'Hello' } })
      expect(message?.id).toContain('1001')
      expect(message?.contact).toEqual({ name: expect.any(String), phoneNumber: expect.any(String) })
    },
  },
  given('sentAt', 'reads the time of a message in milliseconds', (_, on) => {
    expect(read(on, textMessage('Hello'))[0]?.sentAt).toBe(sentAt)
  }),
  ...textCases,
  {
    name: 'reads a pressed button with its id and its title',
    part: 'button',
    run: (on) =>
      expect(contentOf(on, { button: { id: 'i1', title: 'Red' } })).toEqual({
        kind: 'choice',
        replyId: 'i1',
        text: 'Red',
      }),
  },
  {
    name: 'reads the longest id that a button may have, and a title of the greatest length',
    part: 'button',
    run(on) {
      const title = 'é'.repeat(Math.floor((on.channel.capabilities.buttons?.title.max ?? 20) / 2))
      const button = { id: 'x'.repeat(64), title }
      expect(contentOf(on, { button })).toEqual({ kind: 'choice', replyId: button.id, text: title })
    },
  },
  {
    name: 'reads a button that is pressed twice as two messages',
    part: 'button',
    run(on) {
      const press = (id: string) =>
        read(on, { ...textMessage('', '4915', id), content: { button: { id: 'i1', title: 'Red' } } })
      expect(press('1001')[0]?.id).not.toBe(press('1002')[0]?.id)
    },
  },
  ...media.map(
    (file): ConformanceCase => ({
      name: `reads a file of the kind ${file}, with what downloads it`,
      part: 'file',
      run(on) {
        const mediaId = 'https://cdn.fbsbx.com/f1'
        const content = contentOf(on, { file, mediaId })
        expect(content).toMatchObject({ kind: 'media', media: file, mediaId })
        expect((content as { mimeType: string }).mimeType).toMatch(/^$|^[a-z]+\/[\w.+-]+$/)
      },
    }),
  ),
  given('sticker', 'reads a sticker as a file', (_, on) => {
    expect(contentOf(on, { file: 'sticker', mediaId: 'f1' })).toMatchObject({ kind: 'media', media: 'sticker' })
  }),
  given('caption', 'reads the text below a file', (_, on) => {
    const file = { file: 'image', mediaId: 'f1', caption: 'Look\nhere 👀' } as const
    expect(contentOf(on, file)).toMatchObject({ kind: 'media', caption: 'Look\nhere 👀' })
  }),
  given('fileName', 'reads the name of a document, whatever it looks like', (_, on) => {
    for (const fileName of ['a b.pdf', '../../etc/passwd', 'ü.tar.gz'])
      expect(contentOf(on, { file: 'document', mediaId: 'f1', fileName })).toMatchObject({ fileName })
  }),
  {
    name: 'reads no file whose id cannot be stored',
    part: 'file',
    run: (on) => expect(contentOf(on, { file: 'image', mediaId: 'x'.repeat(5_000) })).toBeUndefined(),
  },
  {
    name: 'reads the same call as the same events each time, and does not change it',
    run(on) {
      for (const payload of payloadsOf(on).map(frozen)) expect(eventsIn(on, payload)).toEqual(eventsIn(on, payload))
    },
  },
  {
    name: 'reads a message alike when the provider adds fields',
    run(on) {
      const payload = on.wire.write(textMessage('Hello'))
      expect(eventsIn(on, withMoreFields(payload))).toEqual(eventsIn(on, payload))
    },
  },
  {
    name: 'reads messages of two contacts with two senders',
    run(on) {
      const senders = ['4915', '4916'].map((from) => read(on, textMessage('Hello', from))[0]?.sender)
      expect(senders).toEqual([on.wire.senderOf('4915'), on.wire.senderOf('4916')])
      expect(new Set(senders).size).toBe(2)
    },
  },
  given('batch', 'reads several messages of one call in their order, with their senders', (batch, on) => {
    const messages = ['One', 'Two', 'Three'].map((text, index) =>
      textMessage(text, index === 1 ? '4916' : '4915', `100${index}`),
    )
    const found = messagesIn(eventsIn(on, batch(messages)))
    expect(found.map(({ content, sender }) => ['text' in content && content.text, sender])).toEqual([
      ['One', on.wire.senderOf('4915')],
      ['Two', on.wire.senderOf('4916')],
      ['Three', on.wire.senderOf('4915')],
    ])
    expect(new Set(found.map(({ id }) => id)).size).toBe(3)
  }),
  given('batch', 'reads what it can of a call in which one message is broken', (batch, on) => {
    const [first, second] = [textMessage('One'), textMessage('Two', '4916', '1002')]
    for (const value of odd) {
      const payload = batch([first, second])
      const broken = [...pathsIn(payload)].filter((path) => path.at(-1) === '0').at(-1) ?? []
      const found = messagesIn(eventsIn(on, replaced(payload, broken, value)))
      expect(found.map(({ content }) => content)).toContainEqual({ kind: 'text', text: 'Two' })
    }
  }),
  given('otherAccount', 'reads nothing that is for another account', (otherAccount, on) => {
    expect(eventsIn(on, otherAccount(textMessage('Hello')))).toEqual([])
  }),
  {
    name: 'reads a message of a new kind as no message',
    run: (on) => expect(messagesIn(eventsIn(on, on.wire.unknownMessage('4915', '1001')))).toEqual([]),
  },
  {
    name: 'counts an event that bots do not act on by its name',
    run(on) {
      const { payload, name } = on.wire.unknownEvent
      expect(eventsIn(on, payload)).toEqual([{ kind: 'other', name }])
    },
  },
  given('echo', 'reads what the owner wrote elsewhere as theirs, with the contact, the id and the time', (echo, on) => {
    expect(ownedBy(on, echo(copy))).toMatchObject([
      { kind: 'echo', contact: [on.wire.senderOf('4915')], text: 'I am here', at: sentAt },
    ])
  }),
  ...(['taken', 'passed'] as const).map((kind) =>
    given('handover', `reads that a conversation is ${kind}`, (handover, on) => {
      const contact = [on.wire.senderOf('4915')]
      expect(ownedBy(on, handover(kind, '4915', sentAt))).toMatchObject([{ kind, contact, at: sentAt }])
    }),
  ),
  ...(['contact', 'app'] as const).map((by) =>
    given('standby', `reads a copy of what the ${by} of another conversation wrote, and no message`, (standby, on) => {
      expect(ownedBy(on, standby(by, copy))).toMatchObject([
        { kind: 'standby', by, contact: [on.wire.senderOf('4915')], text: 'I am here' },
      ])
    }),
  ),
  given('numberChange', 'reads that a contact has another number', (change, on) => {
    expect(eventsIn(on, change('4915', '4916', '1003'))).toMatchObject([
      { kind: 'identity', previous: { number: '4915' }, next: { number: '4916' } },
    ])
  }),
  given('idChange', 'reads that a contact has another id', (change, on) => {
    expect(eventsIn(on, change({ previous: 'DE.1', next: 'DE.2', id: '1003' }))).toMatchObject([
      { kind: 'identity', previous: { userId: 'DE.1' }, next: { userId: 'DE.2' } },
    ])
  }),
  given('delivered', 'reads that a message has arrived as no message and no failure', (delivered, on) => {
    const events = eventsIn(on, delivered('4915', '1004')).filter(({ kind }) => kind !== 'other')
    for (const event of events) expect(event).toMatchObject({ kind: 'delivery', state: 'delivered' })
  }),
  given('undelivered', 'reads that a message has not arrived, for whom and why', (undelivered, on) => {
    const [event, ...others] = eventsIn(on, undelivered('4915', '1004'))
    expect(others).toEqual([])
    expect(event).toMatchObject({ kind: 'undelivered', reason: expect.stringMatching(/\w/) })
  }),
  given('optOut', 'reads that a contact wants no messages as no message', (optOut, on) => {
    expect(messagesIn(eventsIn(on, optOut('4915', '1005')))).toEqual([])
    expect(eventsIn(on, optOut('4915', '1005'))).not.toEqual([])
  }),
  {
    name: 'reports the problem of a payload that does not come from the provider',
    run(on) {
      for (const payload of [
        null,
        undefined,
        7,
        'text',
        true,
        [],
        {},
        [[]],
        { constructor: {} },
        { entry: {}, update_id: {} },
      ])
        expect(on.channel.read(payload, on.wire.data)).toEqual({
          path: expect.stringMatching(/\w/),
          problem: expect.stringMatching(/\w/),
        })
    },
  },
  {
    name: 'reads payloads in which any part is replaced without a failure, and only events that can be stored',
    run(on) {
      const invalid: ChannelEvent[] = []
      for (const payload of payloadsOf(on))
        for (const variant of variantsOf(payload)) {
          const events = on.channel.read(variant, on.wire.data)
          if (!('problem' in events)) invalid.push(...events.filter((event) => !isValid(event)))
        }
      expect(invalid).toEqual([])
    },
  },
  {
    name: 'reads names of fields that objects inherit as what the payload has',
    run(on) {
      const hostile = JSON.stringify(on.wire.write(textMessage('Hello'))).replaceAll(/"(\w+)":/g, (all, name) =>
        name.length > 6 ? '"__proto__":' : all,
      )
      for (const payload of [JSON.parse(hostile), Object.create(on.wire.write(textMessage('Hello')))])
        expect(() => on.channel.read(payload, on.wire.data)).not.toThrow()
      expect(({} as Record<string, unknown>).text).toBeUndefined()
    },
  },
  {
    name: 'reads every message with an id that fits the table of messages',
    run(on) {
      for (const id of ['1', '9'.repeat(15)]) expect(read(on, textMessage('Hello', '4915', id))).toHaveLength(1)
    },
  },
  {
    name: 'acknowledges every call with something that is JSON, or with nothing',
    run(on) {
      for (const payload of [...payloadsOf(on), null, 7, [], {}])
        expect(() => bytesOf(on.channel.acknowledge?.(payload) ?? {})).not.toThrow()
    },
  },
]

function withMoreFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMoreFields)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, part]) => [name, withMoreFields(part)])
  return { ...Object.fromEntries(fields), x_new_field: { id: 'x', text: 'x', list: [1] } }
}
