import { defineInput } from '@colloquy/flow/blocks'
import { expect, test } from 'vitest'
import { answer, shownInput } from '../testing/ask.js'
import { fakeContext } from '../testing/fake-context.js'
import { promptRuntime } from './runtime.js'

const definition = defineInput({
  type: 'colour input',
  label: 'Colour',
  icon: 'star',
  description: 'Ask for a colour',
  keywords: '',
  asks: 'text',
  options: {},
  read: (text) => (/^#[\da-f]{6}$/i.test(text) ? text.toLowerCase() : undefined),
  invalidReplyText: 'Please enter a colour such as #0042da.',
})
const runtime = promptRuntime('text input', definition)

test('an input without a runtime stores the value that its definition reads, and rejects replies that its definition cannot read', () => {
  expect(answer(runtime, {}, '#00FF00')).toBe('#00ff00')
  expect(answer(runtime, {}, 'green')).toBe('(rejected)')
  expect(runtime.invalidReplyText).toBe('Please enter a colour such as #0042da.')
})

test('the engine sends the prompt of an input to clients that do not know its type', () => {
  const block = { id: 'b', type: 'colour input' }
  expect(shownInput(runtime, block, fakeContext())).toMatchObject({ type: 'colour input', prompt: 'text' })
})
