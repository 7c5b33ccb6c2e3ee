import { expect, test } from 'vitest'
import { parse, shownInput } from '../testing/ask.js'
import { fakeContext } from '../testing/fake-context.js'
import { textInput } from './runtime.js'

test('keeps a text as it is, even an empty one', () => {
  expect(parse(textInput, {}, ' {{x}} <b>')).toEqual({ kind: 'accepted', content: ' {{x}} <b>' })
  expect(parse(textInput, {}, '')).toEqual({ kind: 'accepted', content: '' })
  expect(parse(textInput, {}, undefined)).toEqual({ kind: 'rejected' })
})

test('the address of a recording is its content', () => {
  const reply = { type: 'audio' as const, url: 'https://x.co/a.mp3' }
  expect(textInput.parse!({} as never, reply, fakeContext())).toEqual({ kind: 'accepted', content: reply.url })
})

test('is prefilled with the value of its variable, unexpanded; a list prefills nothing', () => {
  const block = {
    id: 'b',
    type: 'text input',
    outgoingEdgeId: 'e',
    options: { variableId: 'V', labels: { button: 'Hi {{N}}' } },
  }
  const show = (value: string | string[]) => shownInput(textInput, block as never, fakeContext({ V: value, N: 'Ada' }))
  expect(show('{{N}}')).toEqual({
    id: 'b',
    type: 'text input',
    outgoingEdgeId: 'e',
    options: { variableId: 'V', labels: { button: 'Hi Ada' } },
    prefilledValue: '{{N}}',
  })
  expect(show(['a'])).not.toHaveProperty('prefilledValue')
  expect(show('')).not.toHaveProperty('prefilledValue')
})
