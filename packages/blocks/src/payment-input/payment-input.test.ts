import type { EffectOutcome } from '@colloquy/engine'
import { expect, test } from 'vitest'
import { answer } from '../testing/ask.js'
import { Conversation } from '../testing/conversation.js'
import { paymentInput } from './runtime.js'

function checkout(options: object, outcome?: EffectOutcome) {
  return new Conversation(
    { groups: [{ id: 'g', blocks: [{ id: 'pay', type: 'payment input', options }] }], edges: { start: 'g' } },
    { outcomes: () => outcome },
  ).start()
}

const opened: EffectOutcome = { kind: 'payment', result: 'opened', clientSecret: 'secret', publicKey: 'pk' }

test('a payment that failed is asked again', () => {
  expect(answer(paymentInput, {}, 'fail')).toBe('(rejected)')
  expect(answer(paymentInput, {}, 'Success')).toBe('Success')
})

test('the payment is opened in the smallest unit of its currency', () => {
  const talk = checkout({ credentialsId: 'c', amount: '19.99', currency: 'USD' }, opened)
  expect(talk.asked).toMatchObject([{ payment: { amount: 1999, currency: 'usd', credentialsId: 'c' } }])
  expect(talk.last.input?.runtimeOptions).toEqual({
    paymentIntentSecret: 'secret',
    publicKey: 'pk',
    amountLabel: '$19.99',
  })
})

test('currencies without a smaller unit are not multiplied', () => {
  const talk = checkout({ credentialsId: 'c', amount: '500', currency: 'JPY' }, opened)
  expect(talk.asked).toMatchObject([{ payment: { amount: 500, currency: 'jpy' } }])
})

test.each([
  ['5', 'KWD', 5000, 'KWD 5.000'],
  ['5', 'ISK', 500, 'ISK 5'],
  ['19.99', 'RSD', 1999, 'RSD 19.99'],
])('%s %s is charged as %i, and shown as it is charged', (amount, currency, units, label) => {
  const talk = checkout({ credentialsId: 'c', amount, currency }, opened)
  expect(talk.asked).toMatchObject([{ payment: { amount: units } }])
  expect(talk.last.input?.runtimeOptions?.amountLabel.replace(/\s/g, ' ')).toBe(label)
})

test.each([
  [{ credentialsId: 'c', amount: '0' }, 'is not more than 0 USD'],
  [{ credentialsId: 'c', amount: '5', currency: 'Dollar' }, 'is not a code of three letters'],
  [{ amount: '5' }, 'names no credentials'],
  [{ credentialsId: 'c', amount: 'much' }, 'is not a number'],
  [{ credentialsId: 'c' }, 'is not a number'],
])('%j is shown without a way to pay, and the log says why', (options, reason) => {
  const talk = checkout(options)
  expect(talk.last.input?.id).toBe('pay')
  expect(talk.last.input?.runtimeOptions).toBeUndefined()
  expect(talk.last.logs[0]?.description).toContain(reason)
})

test('an error of the provider is reported in the log', () => {
  const talk = checkout(
    { credentialsId: 'c', amount: '5' },
    { kind: 'payment', result: 'failed', reason: 'no such key' },
  )
  expect(talk.last.logs[0]?.description).toContain('no such key')
})
