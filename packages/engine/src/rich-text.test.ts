import { expect, test } from 'vitest'
import { renderRichText, richTextToHtml, richTextToMarkdown, richTextToPlainText } from './rich-text.js'

const valueByName = (name: string) => ({ Name: 'Ada', Md: '**bold**\n\n- one\n- two', Html: '<b>x</b>' })[name]
const render = (nodes: unknown[]) => renderRichText(nodes, { valueByName })

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
  const nodes = renderRichText([{ type: 'p', children: [{ text: 'At {{Mail}}' }] }], { valueByName: () => 'a@b.co' })
  expect(nodes).toEqual([{ type: 'p', children: [{ text: 'At ' }, { text: 'a@b.co' }] }])
})

test.each([
  'https://x.co/a.png, and b',
  'see https://x.co/a.png',
  '["https://x.co/a","https://x.co/b"]',
  'a@b.co or c@d.co!',
])('the value %s stays one text', (value) => {
  const nodes = renderRichText([{ type: 'p', children: [{ text: 'At {{X}}' }] }], { valueByName: () => value })
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
