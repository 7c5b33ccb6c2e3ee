import { expect, test } from 'vitest'
import { spansOfMarked } from './marked-text.js'
import { channels } from './registry.js'
import { telegram } from './telegram/telegram.js'
import { marks } from './whatsapp/formatting.js'
import { whatsapp } from './whatsapp/whatsapp.js'

const inShort = (marked: string) =>
  spansOfMarked(marked, marks)
    .map(({ text, styles = [] }) => (styles.length > 0 ? `<${[...styles].sort().join('+')}:${text}>` : text))
    .join('')

test.each([
  ['*Bold* and _italic_', '<bold:Bold> and <italic:italic>'],
  ['*_both_*', '<bold+italic:both>'],
  ['~gone~, `code *here*`', '<strikethrough:gone>, <code:code *here*>'],
  ['2*3*4 and snake_case_name', '2*3*4 and snake_case_name'],
  ['* not a mark *', '* not a mark *'],
  ['*open\nand closed*', '*open\nand closed*'],
  ['one *two', 'one *two'],
  ['**', '**'],
  ['first\n*second*', 'first\n<bold:second>'],
])('%j is shown as %j where marks style texts', (marked, expected) => {
  expect(inShort(marked)).toBe(expected)
})

test('Entities of Telegram that are not valid are not shown, and the text is', () => {
  const entities = [{ type: 'bold', offset: '1', length: 2 }, null, { type: 'spoiler', offset: 0, length: 2 }]
  expect(telegram.show({ method: 'sendMessage', body: { text: 'Hello', entities } })).toMatchObject({
    text: [{ text: 'Hello' }],
  })
})

test('A list of WhatsApp is shown with its sections', () => {
  const rows = [{ id: 'a', title: 'Basic', description: 'For one person' }]
  const action = { button: 'Choose', sections: [{ title: 'Plans', rows }] }
  const interactive = { type: 'list', body: { text: 'Which *plan*?' }, action }
  expect(whatsapp.show({ type: 'interactive', interactive })).toEqual({
    text: [{ text: 'Which ' }, { text: 'plan', styles: ['bold'] }, { text: '?' }],
    list: { button: 'Choose', sections: [{ title: 'Plans', rows }] },
  })
})

test.each(channels.map((channel) => [channel.label, channel] as const))(
  'The picture of a payload that %s does not know says that it is partial',
  (_, { show }) => {
    for (const payload of [{}, { type: 'poll' }, { method: 'sendPoll', body: {} }, { message: { attachment: {} } }])
      expect(show(payload).isPartial).toBe(true)
  },
)
