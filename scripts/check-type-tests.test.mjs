import { expect, test } from 'vitest'
import { blockTypes, typeTests } from './check-type-tests.mjs'

const types = new Set(blockTypes())
const typesIn = (text) => typeTests('planted.ts', text, types).map(({ type }) => type)

test.each([
  ["if (type === 'rating input') ask()", 'rating input'],
  ["if ('Jump' !== block.type) go()", 'Jump'],
  ["switch (type) { case 'Condition': go() }", 'Condition'],
  ["const chosen = new Set(['choice input'])", 'choice input'],
  ["const views = { 'date input': DateInput }", 'date input'],
  ["if (block?.type === 'text') say()", 'text'],
])('the check finds the test for a type in %s', (text, type) => {
  expect(typesIn(text)).toEqual([type])
})

test.each([
  "add({ type: 'rating input' })",
  "if (message.type === 'text') say()",
  "if (event.type === 'start') begin()",
  "if (promptOf(input) === 'scale') rate()",
])('the check passes %s', (text) => {
  expect(typesIn(text)).toEqual([])
})
