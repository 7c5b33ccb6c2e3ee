import { expect, test } from 'vitest'
import { streamedNodes, withClosedMarks } from './streamed-nodes.js'

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
