import type { RichTextNode } from '@colloquy/chat'
import { expect, test } from 'vitest'
import { richTextOfMarkdown } from './markdown.js'
import {
  renderRichText,
  richTextToHtml,
  richTextToMarkdown,
  richTextToMessagingText,
  richTextToPlainText,
} from './rich-text.js'
import type { Lookup } from './template.js'

const valueByName = (name: string) => ({ Name: 'Ada', Md: '**bold**\n\n- one\n- two', Html: '<b>x</b>' })[name]
const render = (nodes: unknown[], lookup: Lookup = valueByName) =>
  renderRichText(nodes, {
    valueByName: lookup,
    readMarkdown: (text) => richTextOfMarkdown(text),
    isPauseDue: false,
  }).next().value as RichTextNode[]

test('a value inside a sentence becomes a separate leaf', () => {
  expect(render([{ type: 'p', children: [{ text: 'Hi {{Name}}, {{Unset}}well' }] }])).toEqual([
    { type: 'p', children: [{ text: 'Hi ' }, { text: 'Ada' }, { text: ', ' }, { text: 'well' }] },
  ])
})

test('a paragraph that is one variable is replaced by what the value says in markdown', () => {
  expect(render([{ type: 'p', children: [{ text: '{{Md}}' }] }])).toEqual([
    { type: 'p', children: [{ text: 'bold', bold: true }] },
    { type: 'p', children: [{ text: '' }] },
    {
      type: 'ul',
      children: [
        { type: 'li', children: [{ type: 'lic', children: [{ text: 'one' }] }] },
        { type: 'li', children: [{ type: 'lic', children: [{ text: 'two' }] }] },
      ],
    },
  ])
})

test('a bare address in a value stays text', () => {
  const nodes = render([{ type: 'p', children: [{ text: 'At {{Mail}}' }] }], () => 'a@b.co')
  expect(nodes).toEqual([{ type: 'p', children: [{ text: 'At ' }, { text: 'a@b.co' }] }])
})

test.each([
  'https://x.co/a.png, and b',
  'see https://x.co/a.png',
  '["https://x.co/a","https://x.co/b"]',
  'a@b.co or c@d.co!',
])('the value %s stays one text', (value) => {
  const nodes = render([{ type: 'p', children: [{ text: 'At {{X}}' }] }], () => value)
  expect(nodes).toEqual([{ type: 'p', children: [{ text: 'At ' }, { text: value }] }])
})

test('an unset variable alone leaves nothing', () => {
  expect(render([{ type: 'p', children: [{ text: '{{Unset}}' }] }])).toEqual([])
})

test('HTML is written with everything escaped and no link that runs code', () => {
  const nodes = [
    { type: 'p', children: [{ text: '<b>' }, { type: 'a', url: 'javascript:alert(1)', children: [{ text: 'x' }] }] },
  ]
  expect(richTextToHtml(nodes)).toBe('<p>&lt;b&gt;x</p>')
})

test('markdown keeps marks, links and lists', () => {
  const nodes = [
    {
      type: 'p',
      children: [
        { text: 'a ' },
        { text: 'b', bold: true },
        { type: 'a', url: 'https://x.org', children: [{ text: 'c' }] },
      ],
    },
    { type: 'p', children: [{ text: '' }] },
    { type: 'ol', children: [{ type: 'li', children: [{ type: 'lic', children: [{ text: 'one' }] }] }] },
  ]
  expect(richTextToMarkdown(nodes)).toBe('a **b**[c](https://x.org)\n\n1. one')
  expect(richTextToPlainText(nodes)).toBe('a bc\n\n1. one')
})

const steps = 'Steps:\n1. Open\n2. **Save**\n   - twice\n\n- one\n- two'
const inLine = (text: string, style: object, value: string) =>
  render([{ type: 'p', children: [{ text, ...style }] }], () => value)

test.each([
  ['a list', '{{X}}', steps, 'Steps:\n1. Open\n2. Save\n   - twice\n\n- one\n- two'],
  ['a list with text around it', 'Do: {{X}} Done', '- one\n- two', 'Do: \n- one\n- two\nDone'],
  [
    'a list that begins in the line',
    'Answer: {{X}}',
    steps,
    'Answer: Steps:\n1. Open\n2. Save\n   - twice\n\n- one\n- two',
  ],
  ['a list that does not begin with 1', 'Left: {{X}}', '3. c\n4. d', 'Left: \n3. c\n4. d'],
  ['a heading', 'Read {{X}}', '# Title\nText', 'Read \nTitle\nText'],
  ['a quote and code', 'Read {{X}}', '> said\n```\nx = 1\n```', 'Read \nsaid\nx = 1'],
  ['a list of tasks', 'Open: {{X}}', '- [x] done\n- [ ] open', 'Open: \n- [x] done\n- [ ] open'],
  ['paragraphs', 'Hi {{X}}!', 'a\n\nb', 'Hi a\n\nb!'],
  ['lines', 'Hi {{X}}!', 'a\nb', 'Hi a\nb!'],
])('%s in a value keeps its lines, with and without a style', (_, text, value, lines) => {
  for (const style of [{}, { bold: true }]) expect(richTextToPlainText(inLine(text, style, value))).toBe(lines)
})

test('a value between other parts of a line continues the line', () => {
  const children = [
    { text: 'Total:', bold: true },
    { text: '{{Name}}' },
    { type: 'a', url: 'https://x.co', children: [{ text: '{{Name}}' }] },
  ]
  expect(render([{ type: 'p', children }])).toEqual([
    {
      type: 'p',
      children: [
        { text: 'Total:', bold: true },
        { text: 'Ada' },
        { type: 'a', url: 'https://x.co', children: [{ text: 'Ada' }] },
      ],
    },
  ])
})

const marks = { bold: '*', italic: '_', strikethrough: '~', code: '`' }
const nested = render([{ type: 'p', children: [{ text: '{{X}}' }] }], () => '4. a\n   second\n   - b\n\nEnd')

test.each([
  ['Markdown', richTextToMarkdown, '4. a\n   second\n   - b\n\nEnd'],
  ['plain text', richTextToPlainText, '4. a\n   second\n   - b\n\nEnd'],
  ['messaging apps', (nodes: typeof nested) => richTextToMessagingText(nodes, marks), '4. a\n   second\n   - b\n\nEnd'],
  [
    'HTML',
    richTextToHtml,
    '<ol start="4"><li><span>a<br>second</span><ul><li><span>b</span></li></ul></li></ol><p><br></p><p>End</p>',
  ],
])('%s indents nested lists and keeps their first number', (_, write, expected) => {
  expect(write(nested)).toBe(expected)
})

test('each line is marked by itself, and markers of lists are not', () => {
  const bold = inLine('{{X}}', { bold: true }, 'a\nb\n- c')
  expect(richTextToMarkdown(bold)).toBe('**a**\n**b**\n- **c**')
  expect(richTextToMessagingText(bold, marks)).toBe('*a*\n*b*\n- *c*')
})

test('Markdown and messaging apps show headings, quotes and code', () => {
  const nodes = inLine('{{X}}', {}, '## Title\n> said\n```\nx = 1\n```')
  expect(richTextToMarkdown(nodes)).toBe('## Title\n> said\n\n```\nx = 1\n```')
  expect(richTextToMessagingText(nodes, marks)).toBe('*Title*\n> said\n```\nx = 1\n```')
})

test('a text after a list in Markdown is not part of its last item', () => {
  const list = { type: 'ul', children: [{ type: 'li', children: [{ type: 'lic', children: [{ text: 'one' }] }] }] }
  expect(richTextToMarkdown([list, { type: 'p', children: [{ text: 'After' }] }])).toBe('- one\n\nAfter')
})

test('HTML is paragraphs, with all marks', () => {
  const marks = [
    { text: 'a', strikethrough: true },
    { text: 'b', code: true },
  ] as RichTextNode[]
  expect(richTextToHtml(inLine('{{X}}', { bold: true }, 'Ada'))).toBe('<p><strong>Ada</strong></p>')
  expect(richTextToHtml([{ type: 'p', children: marks }])).toBe('<p><s>a</s><code>b</code></p>')
  expect(richTextToHtml([{ type: 'p', children: [{ type: 'p', children: marks }] }])).toBe(
    '<div><p><s>a</s><code>b</code></p></div>',
  )
})

test('a list of 200,000 items fits into a line', () => {
  const lines = richTextToPlainText(inLine('Do: {{X}}', {}, '- a\n'.repeat(200_000))).split('\n')
  expect(lines).toHaveLength(200_001)
})
