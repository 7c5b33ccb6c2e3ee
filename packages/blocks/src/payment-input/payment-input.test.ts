import { expect, test } from 'vitest'
import { answer } from '../testing/ask.js'
import { fakeContext } from '../testing/fake-context.js'
import { paymentInput } from './runtime.js'

test('a payment that failed is asked again', () => {
  expect(answer(paymentInput, {}, 'fail')).toBe('(rejected)')
  expect(answer(paymentInput, {}, 'Success')).toBe('Success')
})

test('without a provider it is shown without its secret, with a log', () => {
  const context = fakeContext()
  expect(paymentInput.input!({ id: 'b', type: 'payment input' } as never, context)).toEqual({
    id: 'b',
    type: 'payment input',
  })
  expect(context.logs[0]?.status).toBe('error')
})
