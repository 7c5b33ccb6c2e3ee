import {
  type ButtonLimits,
  buttonsOf,
  type Capabilities,
  channels,
  type OutgoingMessage,
  textMessages,
} from '@colloquy/channels'
import type { ClientAction, Input, Message } from '@colloquy/chat'
import { describe, expect, test } from 'vitest'
import { textContent } from '../rich-text.js'
import { type ChannelSettings, type ShownTurn, stepsOfTurn, typingTime } from './steps-of-turn.js'

/** Of a channel with buttons, marks and files. */
const capabilities = channels.find(({ type }) => type === 'whatsapp')?.capabilities as Capabilities

const text = (id: string, words: string): Message => ({
  id,
  type: 'text',
  content: textContent(
    words.split('\n').map((line) => ({ type: 'p', children: [{ text: line }] })),
    'richText',
  ),
})
const media = (type: 'image' | 'video' | 'audio' | 'embed' | 'custom-embed', content: object) =>
  ({ id: 'm', type, content }) as Message
const choices = (labels: (string | undefined)[], options: Input['options'] = {}): Input => ({
  id: 'in',
  type: 'choice input',
  items: labels.map((content, index) => ({ id: `i${index}`, content })),
  options,
})

function sent(turn: Partial<ShownTurn>, settings: Partial<ChannelSettings> = {}): OutgoingMessage[] {
  const { steps } = stepsOfTurn(
    { messages: [], ...turn },
    { capabilities, typing: undefined, isFirst: false, ...settings },
  )
  return steps.flatMap((step) => (step.kind === 'send' ? step.message : []))
}
const inShort = (messages: OutgoingMessage[]) =>
  messages.map((message) => {
    if (message.type === 'text') return message.text
    if (message.type !== 'buttons') return `${message.type} ${message.url}`
    const titles = message.buttons.map(({ id, title }) => `[${id} ${title}]`)
    return [message.imageUrl, message.text, ...titles].filter((part) => part !== undefined).join(' ')
  })

describe('a message', () => {
  test('of text has the marks of the app', () => {
    const content = textContent(
      [
        {
          type: 'p',
          children: [{ text: 'Bold', bold: true }, { text: ' and ' }, { text: 'both', bold: true, italic: true }],
        },
        { type: 'p', children: [{ text: '' }] },
        {
          type: 'p',
          children: [{ text: 'under', underline: true }, { text: ' ' }, { text: 'gone', strikethrough: true }],
        },
        { type: 'p', children: [{ type: 'a', url: 'https://a.example', children: [{ text: 'a link' }] }] },
        { type: 'ol', children: [{ type: 'li', children: [{ type: 'lic', children: [{ text: 'first' }] }] }] },
      ],
      'richText',
    )
    expect(sent({ messages: [{ id: 't', type: 'text', content }] })).toEqual([
      { type: 'text', text: '*Bold* and *_both_*\n\nunder ~gone~\na link (https://a.example)\n1. first' },
    ])
  })

  test.each<[string, Message, OutgoingMessage[]]>([
    ['an empty text', text('t', ' '), []],
    [
      'a picture',
      media('image', { url: 'https://a.example/a.png?x=.gif' }),
      [{ type: 'image', url: 'https://a.example/a.png?x=.gif' }],
    ],
    [
      'an animated one',
      media('image', { url: 'https://a.example/a.GIF?x=1' }),
      [{ type: 'text', text: 'https://a.example/a.GIF?x=1', hasPreview: true }],
    ],
    [
      'a drawn one',
      media('image', { url: 'https://a.example/a.svg' }),
      [{ type: 'text', text: 'https://a.example/a.svg', hasPreview: true }],
    ],
    ['a picture in the address itself', media('image', { url: 'data:image/png;base64,AA' }), []],
    ['a picture without an address', media('image', {}), []],
    [
      'a sound',
      media('audio', { url: 'https://a.example/a.mp3' }),
      [{ type: 'audio', url: 'https://a.example/a.mp3' }],
    ],
    [
      'a film',
      media('video', { url: 'https://a.example/a.mp4', type: 'url' }),
      [{ type: 'video', url: 'https://a.example/a.mp4' }],
    ],
    [
      'a film of a service for films',
      media('video', { url: 'youtu.be/x', id: 'x', type: 'youtube' }),
      [{ type: 'text', text: 'https://youtu.be/x', hasPreview: true }],
    ],
    [
      'a page',
      media('embed', { url: 'https://a.example/page' }),
      [{ type: 'text', text: 'https://a.example/page', hasPreview: true }],
    ],
    [
      'a document',
      media('embed', { url: 'https://a.example/My%20paper.PDF?v=2' }),
      [{ type: 'document', url: 'https://a.example/My%20paper.PDF?v=2', fileName: 'My paper.PDF' }],
    ],
    [
      'a page with code',
      media('custom-embed', { url: 'https://a.example/c' }),
      [{ type: 'text', text: 'https://a.example/c', hasPreview: true }],
    ],
    ['an address that runs code', media('embed', { url: 'javascript:alert(1)' }), []],
  ])('%s', (_, message, expected) => {
    expect(sent({ messages: [message] })).toEqual(expected)
  })

  test('that is too long comes in parts, none of which ends in half a word or half an emoji', () => {
    const words = Array.from({ length: 1_000 }, (_, index) => `word${index}`).join(' ')
    const parts = textMessages(words, capabilities).map((message) => (message.type === 'text' ? message.text : ''))
    expect(parts.join(' ')).toBe(words)
    expect(parts.every((part) => part.length <= 4_096)).toBe(true)
    const emojis = textMessages(`a${'😀'.repeat(3_000)}`, capabilities).map((message) =>
      message.type === 'text' ? message.text : '',
    )
    expect(emojis.join('')).toBe(`a${'😀'.repeat(3_000)}`)
    for (const part of emojis) expect(part).not.toMatch(/\p{Surrogate}/u)
  })
})

describe('actions', () => {
  const redirect = (lastBubbleBlockId?: string): ClientAction => ({
    type: 'redirect',
    redirect: { url: 'https://a.example' },
    lastBubbleBlockId,
  })

  test('come where they belong: first those behind no message, then each behind its own', () => {
    const messages = [text('a', 'A'), text('b', 'B')]
    const actions = [redirect('a'), redirect(), redirect('b'), redirect('gone')]
    const link = 'https://a.example'
    expect(inShort(sent({ messages, clientSideActions: actions }))).toEqual([link, 'A', link, 'B', link, link])
  })

  test('of browsers alone leave no trace', () => {
    const script = { scriptToExecute: { content: 'alert(1)', args: [] } }
    const clientSideActions: ClientAction[] = [
      { type: 'scriptToExecute', ...script },
      { type: 'pixel', pixel: {} },
    ]
    expect(
      stepsOfTurn({ messages: [], clientSideActions }, { capabilities, typing: undefined, isFirst: true }),
    ).toEqual({
      steps: [],
      waitsFor: 'visitor',
    })
  })

  test('report whom the flow waits for', () => {
    const wait: ClientAction = { type: 'wait', wait: { secondsToWaitFor: 2 }, lastBubbleBlockId: 'a' }
    const of = (action: ClientAction) =>
      stepsOfTurn(
        { messages: [text('a', 'A')], clientSideActions: [action] },
        { capabilities, typing: { enabled: false }, isFirst: true },
      )
    const say = { kind: 'send', message: { type: 'text', text: 'A' }, pause: 0 }
    const pause = { kind: 'wait', seconds: 2 }
    expect(of(wait)).toEqual({ steps: [say, pause], waitsFor: 'visitor' })
    expect(of({ ...wait, expectsDedicatedReply: true })).toEqual({ steps: [say, pause], waitsFor: 'channel' })
    expect(of({ type: 'listenForWebhook', expectsDedicatedReply: true })).toEqual({ steps: [say], waitsFor: 'webhook' })
  })
})

describe('typing', () => {
  const pauses = (settings: Omit<ChannelSettings, 'capabilities'>, turn: Partial<ShownTurn>) =>
    stepsOfTurn({ messages: [], ...turn }, { capabilities, ...settings }).steps.map((step) =>
      step.kind === 'send' ? step.pause : 0,
    )

  test('takes its time by the words, but for the first message of a chat; media take none', () => {
    const messages = [text('a', 'one two'), text('b', 'one two'), media('image', { url: 'https://a.example/a.png' })]
    const typing = { speed: 240, delayBetweenBubbles: 1 }
    expect(pauses({ typing, isFirst: true }, { messages })).toEqual([0, 1500, 1000])
    expect(pauses({ typing: { ...typing, isDisabledOnFirstMessage: false }, isFirst: true }, { messages })).toEqual([
      500, 1500, 1000,
    ])
    expect(pauses({ typing, isFirst: false }, { messages })).toEqual([1500, 1500, 1000])
    expect(pauses({ typing: { enabled: false }, isFirst: false }, { messages })).toEqual([0, 0, 0])
  })

  test('has a longest time, and counts characters where no words are parted', () => {
    expect(typingTime('word '.repeat(1_000), undefined, false)).toBe(3_000)
    expect(typingTime('你好世界', { speed: 240 }, false)).toBe(1_000)
    expect(typingTime('word', { speed: 0 }, false)).toBe(0)
  })
})

describe('an input', () => {
  const before = [text('t', 'Which?')]

  test.each([
    'text input',
    'number input',
    'email input',
    'url input',
    'phone number input',
    'date input',
    'time input',
    'rating input',
    'file input',
    'payment input',
  ] as const)('%s is answered by writing: nothing is sent for it', (type) => {
    expect(inShort(sent({ messages: before, input: { id: 'in', type } }))).toEqual(['Which?'])
  })

  test('with buttons has them below the last message, three per message', () => {
    expect(inShort(sent({ messages: [text('a', 'Hi'), ...before], input: choices(['A', 'B', 'C', 'D']) }))).toEqual([
      'Hi',
      'Which? [i0 A] [i1 B] [i2 C]',
      '― [i3 D]',
    ])
  })

  const labels = (count: number) => Array.from({ length: count }, (_, index) => `Option ${index + 1}`)
  const inList = { listButton: 'Choose one of these now' }

  test('with more choices than buttons has them in a list, if the bot asks for lists', () => {
    const [message, ...others] = sent({ messages: before, input: choices(labels(10)) }, inList)
    expect(others).toEqual([])
    expect(message).toMatchObject({ type: 'buttons', text: 'Which?', list: 'Choose one of these ' })
    const { buttons } = message as Extract<OutgoingMessage, { type: 'buttons' }>
    expect(buttons.map(({ id, title }) => `${id} ${title}`)).toEqual(labels(10).map((label, at) => `i${at} ${label}`))
  })

  test('with choices in a list has what does not fit into a title below it', () => {
    const long = 'One that is longer than titles of rows'
    const [message] = sent(
      { messages: before, input: choices(['A', 'B', 'C', long, `${long} ${'x'.repeat(60)}`]) },
      inList,
    )
    const { buttons } = message as Extract<OutgoingMessage, { type: 'buttons' }>
    expect(buttons.slice(0, 4)).toEqual([
      { id: 'i0', title: 'A' },
      { id: 'i1', title: 'B' },
      { id: 'i2', title: 'C' },
      { id: 'i3', title: 'One that is longer than…', description: long },
    ])
    expect(buttons[4]?.title).toBe('One that is longer… (2)')
    expect(buttons[4]?.description).toHaveLength(72)
  })

  test.each<[string, Input]>([
    ['three choices', choices(labels(3))],
    ['more than ten choices', choices(labels(11))],
    ['several choices at once', choices(labels(5), { isMultipleChoice: true })],
    [
      'ids that are too long',
      { ...choices(labels(4)), items: labels(4).map((content) => ({ id: 'x'.repeat(201), content })) },
    ],
  ])('with %s is the same for bots that ask for lists', (_, input) => {
    expect(sent({ messages: before, input }, inList)).toEqual(sent({ messages: before, input }))
  })

  test('with choices in a list below a text that is too long has the text before, whole', () => {
    const long = 'word '.repeat(300).trim()
    const [first, second] = sent({ messages: [text('t', long)], input: choices(labels(4)) }, inList)
    expect(first).toEqual({ type: 'text', text: long })
    expect(second).toMatchObject({ type: 'buttons', text: '―', list: 'Choose one of these ' })
  })

  test.each<[string, Partial<ShownTurn>, string[]]>([
    ['without a text before them', { input: choices(['A']) }, ['― [i0 A]']],
    [
      'behind a picture',
      { messages: [media('image', { url: 'https://a.example/a.png' })], input: choices(['A']) },
      ['image https://a.example/a.png', '― [i0 A]'],
    ],
    ['without words on any', { messages: before, input: choices([undefined, '', ' ']) }, ['Which?']],
    ['without words on some', { messages: before, input: choices(['A', '', 'C']) }, ['Which? [i0 A] [i2 C]']],
    ['behind an empty text', { messages: [text('t', '')], input: choices(['A']) }, ['― [i0 A]']],
    [
      'behind an action',
      {
        messages: before,
        clientSideActions: [{ type: 'redirect', redirect: { url: 'https://a.example' }, lastBubbleBlockId: 't' }],
        input: choices(['A']),
      },
      ['Which?', 'https://a.example', '― [i0 A]'],
    ],
    [
      'of which several may be chosen',
      { messages: before, input: choices(['A', 'B'], { isMultipleChoice: true }) },
      ['Which?\n\n1. A\n2. B'],
    ],
    [
      'of which several may be chosen, after nothing',
      { input: choices(['A', 'B'], { isMultipleChoice: true }) },
      ['1. A\n2. B'],
    ],
  ])('with buttons %s', (_, turn, expected) => {
    expect(inShort(sent(turn))).toEqual(expected)
  })

  test('with buttons below a text that is too long for them has it before, whole', () => {
    const long = 'word '.repeat(300).trim()
    expect(inShort(sent({ messages: [text('t', long)], input: choices(['A']) }))).toEqual([long, '― [i0 A]'])
  })

  const pictures = (options: Input['options'] = {}): Input => ({
    id: 'in',
    type: 'picture choice input',
    options,
    items: [
      { id: 'p0', title: 'Cat', description: 'Purrs', pictureSrc: 'https://a.example/cat.png' },
      { id: 'p1', title: 'Dog' },
      { id: 'p2', pictureSrc: 'https://a.example/x.gif' },
    ],
  })

  test('with pictures has one message for each, with a button in the words of the author', () => {
    expect(inShort(sent({ input: pictures() }, { selectLabel: 'Pick' }))).toEqual([
      'https://a.example/cat.png *Cat*\n\nPurrs [p0 Pick]',
      '*Dog* [p1 Pick (2)]',
      '― [p2 Pick (3)]',
    ])
    expect(inShort(sent({ input: pictures() }))[1]).toBe('*Dog* [p1 Select (2)]')
  })

  test('with pictures of which several may be chosen numbers them', () => {
    expect(inShort(sent({ input: pictures({ isMultipleChoice: true }) }))).toEqual([
      'image https://a.example/cat.png',
      '1. *Cat*\n\nPurrs',
      '2. *Dog*',
      '3.',
    ])
  })

  test('with cards has one message for each: a picture, words, and up to three buttons', () => {
    const paths = ['A', 'B', '', 'C', 'D'].map((label, index) => ({ id: `x${index}`, text: label }))
    const items = [
      { id: 'c0', imageUrl: 'https://a.example/a.png', title: 'Card', description: 'Words', paths },
      { id: 'c1', imageUrl: null, title: null, description: null, paths: [{ id: 'y', text: 'Go' }] },
      { id: 'c2', imageUrl: 'https://a.example/b.png', title: 'Bare', paths: [] },
    ]
    expect(inShort(sent({ input: { id: 'in', type: 'cards', items } }))).toEqual([
      'https://a.example/a.png *Card*\n\nWords [x0 A] [x1 B] [x3 C]',
      '― [y Go]',
      'image https://a.example/b.png',
      '*Bare*',
    ])
  })
})

test.each<[string, Partial<ShownTurn>]>([
  ['buttons in several messages', { input: choices(['Later', 'Book', 'Ask', 'Book']) }],
  ['buttons that are cut to the same beginning', { input: choices(['x'.repeat(30), 'b', 'c', 'x'.repeat(40)]) }],
  [
    'cards',
    {
      input: {
        id: 'in',
        type: 'cards',
        items: ['c0', 'c1'].map((id) => ({ id, title: id, paths: [{ id: `${id}-p`, text: 'Book' }] })),
      },
    },
  ],
  ['pictures', { input: { id: 'in', type: 'picture choice input', items: [{ id: 'p0' }, { id: 'p1' }] } }],
])('no two titles of %s in one turn are alike', (_, turn) => {
  const titles = sent(turn).flatMap((message) =>
    message.type === 'buttons' ? message.buttons.map(({ title }) => title) : [],
  )
  expect(titles.length).toBeGreaterThan(1)
  expect(new Set(titles).size).toBe(titles.length)
})

test('titles of buttons fit in, and no two are alike', () => {
  const titles = (...labels: string[]) =>
    buttonsOf(
      labels.map((label) => ({ id: label, label })),
      capabilities.buttons as ButtonLimits,
      new Set(),
    ).map(({ title }) => title)
  expect(titles('  Two\nwords ')).toEqual(['Two words'])
  expect(titles('exactly 20 character', 'exactly 20 characters')).toEqual([
    'exactly 20 character',
    'exactly 20 characte…',
  ])
  expect(titles('Option', 'Option', 'Option')).toEqual(['Option', 'Option (2)', 'Option (3)'])
  expect(titles('A rather long option one', 'A rather long option two')).toEqual([
    'A rather long optio…',
    'A rather long o… (2)',
  ])
  const [emoji] = titles('😀'.repeat(15))
  expect(emoji).toBe(`${'😀'.repeat(9)}…`)
})
