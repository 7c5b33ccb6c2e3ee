import { expect } from 'vitest'
import { cut, isOver, textMessages } from '../../fit-text.js'
import type { OutgoingMessage } from '../../messages.js'
import type { SentMessage, WireRequest } from '../channel-wire.js'
import type { CaseChannel, ConformanceCase } from './cases.js'
import { requestsOf } from './channel-port.js'

/** The message that somebody is shown when the channel sends this one. */
async function shown(on: CaseChannel, message: OutgoingMessage, author?: 'person'): Promise<SentMessage> {
  const to = on.wire.senderOf('4915')
  const requests = await requestsOf(on, (account, port) =>
    on.channel.send(account, on.channel.render(message, to, author), port),
  )
  const sent = requests.flatMap((request: WireRequest) => on.wire.provider.readSent(request) ?? [])
  expect(sent).toHaveLength(1)
  return sent[0] as SentMessage
}

const buttonsOf = (count: number, title = (index: number) => `Title ${index}`) =>
  Array.from({ length: count }, (_, index) => ({ id: `item${index}`, title: title(index) }))

const texts: [name: string, text: string][] = [
  ['one letter', 'a'],
  ['emoji of several parts', '👩‍👩‍👧‍👦 🇩🇪 e\u0301'],
  ['a script from right to left', 'שלום מרחבא'],
  ['several lines', 'one\n\n  two\nthree'],
  ['the letters of markup', '<b>&amp;</b> *_~` [x](y) \\ "'],
  ['JSON', '{"to":"4916","text":"x"}'],
  ['an address', 'https://example.com/?a=1&b=ü#c'],
]

const files = ['image', 'video', 'audio'] as const

export const renderCases: readonly ConformanceCase[] = [
  ...texts.map(
    ([name, text]): ConformanceCase => ({
      name: `shows a text of ${name} as it is, to the contact`,
      run: async (on) => expect(await shown(on, { type: 'text', text })).toMatchObject({ to: '4915', text }),
    }),
  ),
  {
    name: 'shows a text with a preview of its address as the same text',
    async run(on) {
      const text = 'https://example.com/'
      expect(await shown(on, { type: 'text', text, hasPreview: true })).toMatchObject({ text })
    },
  },
  {
    name: 'shows the longest text that it takes, whole',
    async run(on) {
      const text = cut('ü'.repeat(on.channel.capabilities.text.max), on.channel.capabilities.text)
      expect((await shown(on, { type: 'text', text })).text).toBe(text)
    },
  },
  {
    name: 'shows a text that is too long in several messages, of which nothing is missing',
    async run(on) {
      const { text: limit } = on.channel.capabilities
      const text = Array.from({ length: limit.max }, (_, index) => `wörd${index}`).join(' ')
      const parts: string[] = []
      for (const message of textMessages(text, on.channel.capabilities))
        parts.push((await shown(on, message)).text ?? '')
      expect(parts.filter((part) => part === '' || isOver(part, limit))).toEqual([])
      expect(parts.join(' ')).toBe(text)
    },
  },
  {
    name: 'shows marked text without private characters',
    needs: ({ formatting }) => formatting,
    async run(on) {
      const { bold = '', italic = '' } = on.channel.capabilities.formatting ?? {}
      const { text } = await shown(on, { type: 'text', text: `${bold}Hello${bold} and ${italic}more${italic}` })
      expect(text).toMatch(/^[*]?Hello[*]? and _?more_?$/)
      expect(text).not.toMatch(/\p{Co}/u)
    },
  },
  ...files.map(
    (type): ConformanceCase => ({
      name: `shows a file of the kind ${type} by its address`,
      needs: ({ media }) => media[type],
      async run(on) {
        const url = `https://example.com/a%20b.${type}?x=1&y=ü`
        expect(await shown(on, { type, url })).toMatchObject({ to: '4915', files: [{ kind: type, url }] })
      },
    }),
  ),
  {
    name: 'shows a document by its address',
    needs: ({ media }) => media.document,
    async run(on) {
      const url = 'https://example.com/a.pdf'
      const sent = await shown(on, { type: 'document', url, fileName: 'a b.pdf' })
      expect(sent).toMatchObject({ files: [{ kind: 'document', url }] })
    },
  },
  ...([1, 2, 3, 'most'] as const).map(
    (number): ConformanceCase => ({
      name: `shows ${number === 'most' ? 'as many buttons as it takes' : `${number} buttons`}, in their order, with ids and titles`,
      needs: ({ buttons }) => buttons && (number === 'most' || number <= buttons.max),
      async run(on) {
        const buttons = buttonsOf(number === 'most' ? (on.channel.capabilities.buttons?.max ?? 1) : number)
        expect(await shown(on, { type: 'buttons', text: 'Which?', buttons })).toMatchObject({
          to: '4915',
          text: 'Which?',
          buttons,
        })
      },
    }),
  ),
  {
    name: 'shows the longest titles and ids of buttons, whole',
    needs: ({ buttons }) => buttons,
    async run(on) {
      const { title } = on.channel.capabilities.buttons ?? { title: { max: 20, unit: 'characters' } }
      const buttons = buttonsOf(2, (index) => `${index}${'x'.repeat(title.max - 1)}`).map((button, index) => ({
        ...button,
        id: `${index}${'y'.repeat(63)}`,
      }))
      expect((await shown(on, { type: 'buttons', text: 'Which?', buttons })).buttons).toEqual(buttons)
    },
  },
  {
    name: 'shows the longest text above buttons, whole',
    needs: ({ buttons }) => buttons,
    async run(on) {
      const limit = on.channel.capabilities.buttons?.text ?? on.channel.capabilities.text
      const text = 'x'.repeat(limit.max)
      expect((await shown(on, { type: 'buttons', text, buttons: buttonsOf(2) })).text).toBe(text)
    },
  },
  {
    name: 'shows an image above buttons',
    needs: ({ buttons }) => buttons?.hasImage,
    async run(on) {
      const imageUrl = 'https://example.com/a.png'
      const message = { type: 'buttons', text: 'Which?', imageUrl, buttons: buttonsOf(2) } as const
      expect(await shown(on, message)).toMatchObject({
        files: [{ kind: 'image', url: imageUrl }],
        buttons: buttonsOf(2),
      })
    },
  },
  {
    name: 'reads a button that it has shown as the choice of that button',
    needs: ({ buttons }) => buttons,
    async run(on) {
      const buttons = buttonsOf(2)
      const sent = await shown(on, { type: 'buttons', text: 'Which?', buttons })
      for (const [index, button] of (sent.buttons ?? []).entries()) {
        const pressed = { id: '1001', from: '4915', at: 0, content: { button } }
        const events = on.channel.read(on.wire.write(pressed), on.wire.data)
        expect(events).toMatchObject([{ message: { content: { replyId: buttons[index]?.id } } }])
      }
    },
  },
  {
    name: 'shows what a person writes like what the bot writes',
    async run(on) {
      const message = { type: 'text', text: 'Hello' } as const
      expect(await shown(on, message, 'person')).toEqual(await shown(on, message))
    },
  },
  {
    name: 'writes the same message alike each time, as JSON, and does not change it',
    run(on) {
      const message = Object.freeze({ type: 'text', text: 'Which?' } as const)
      const render = () => JSON.stringify(on.channel.render(message, on.wire.senderOf('4915')))
      expect(render()).toBe(render())
      expect(render()).toContain('Which?')
    },
  },
]
