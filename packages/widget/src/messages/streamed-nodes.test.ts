import { expect, test } from 'vitest'
import { plainTextOf, streamedNodes, withClosedMarks } from './streamed-nodes.js'

test('paragraphs, lists and marks become rich text', () => {
  expect(streamedNodes('Hello **you** and *me*\n- one\n- `two`\n1. first')).toEqual([
    {
      type: 'p',
      children: [{ text: 'Hello ' }, { text: 'you', bold: true }, { text: ' and ' }, { text: 'me', italic: true }],
    },
    {
      type: 'ul',
      children: [
        { type: 'li', children: [{ text: 'one' }] },
        { type: 'li', children: [{ text: 'two', code: true }] },
      ],
    },
    { type: 'ol', children: [{ type: 'li', children: [{ text: 'first' }] }] },
  ])
})

test('a text that has only begun is shown as far as it is', () => {
  expect(streamedNodes('Well **you')).toEqual([{ type: 'p', children: [{ text: 'Well **you' }] }])
  expect(streamedNodes('```js\nlet a')).toEqual([{ type: 'code_block', children: [{ text: 'let a' }] }])
})

test('tags stay text, and a link keeps its address for the link check', () => {
  expect(streamedNodes('<b>[x](javascript:alert(1))')).toEqual([
    { type: 'p', children: [{ text: '<b>' }, { type: 'a', url: 'javascript:alert(1)', children: [{ text: 'x' }] }] },
  ])
})

test.each([
  ['Use **bold** and `code`.\nThen [read on](https://a.example).', 'Use bold and code.\nThen read on.'],
  ['# Steps\n1. one\n2. *two*', 'Steps\none\ntwo'],
  ['So:\n```js\nlet a\n```', 'So:\n\nlet a\n'],
  ['2 * 3 * 4', '2 * 3 * 4'],
])('the plain text of %j has no marks and no addresses', (text, expected) => {
  expect(plainTextOf(streamedNodes(text))).toBe(expected)
})

test('the plain text of a growing answer keeps its complete lines', () => {
  const whole = 'Hello **you**, _see_ [the page](https://a.example/(b)).\n\n- one\n- two `three`\n\nBye **now**.'
  const plain = (text: string) => plainTextOf(streamedNodes(text))
  for (let end = 1; end <= whole.length; end++) {
    const text = plain(withClosedMarks(whole.slice(0, end)))
    expect(plain(whole)).toContain(text.slice(0, text.lastIndexOf('\n') + 1))
  }
})

test.each([
  ['Well **you', 'Well **you**'],
  ['Well **', 'Well '],
  ['Well **you*', 'Well **you**'],
  ['a *b', 'a *b*'],
  ['use `npm', 'use `npm`'],
  ['see [the pa', 'see the pa'],
  ['see [the page](https://exam', 'see the page'],
  ['done\n-', 'done\n'],
  ['done\n``', 'done\n'],
  ['```js\nlet *a', '```js\nlet *a'],
  ['* one\n* two **th', '* one\n* two **th**'],
  ['**all** is `closed` [here](https://a.example)', '**all** is `closed` [here](https://a.example)'],
])('marks of %j are closed while it grows', (text, expected) => {
  expect(withClosedMarks(text)).toBe(expected)
})
