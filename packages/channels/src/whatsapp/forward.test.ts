import { expect, test } from 'vitest'
import { forward } from './forward.js'

const status = (more: object) => ({ id: 'wamid.1', recipient_id: '49', ...more })
const failed = status({ status: 'failed', errors: [{ code: 1 }] })
const marketing = status({ status: 'sent', conversation: { origin: { type: 'marketing_lite' } } })
const plain = status({ status: 'delivered', conversation: { origin: { type: 'utility' } } })
const value = {
  metadata: { phone_number_id: '1055501' },
  contacts: [{ wa_id: '49' }],
  messages: [{ id: 'wamid.1', from: '49', type: 'text', text: { body: 'Hi' } }],
}
const payload = {
  object: 'o',
  entry: [{ id: '1', changes: [{ value: { ...value, statuses: [failed, marketing, plain] } }, { value }] }],
}
const reduced = (...statuses: object[]) => ({
  object: 'o',
  entry: [{ id: '1', changes: [{ value: { metadata: value.metadata, statuses } }] }],
})

test('of a call only what was asked for is passed on, and nothing of what somebody wrote unless that is all', () => {
  expect(forward(payload, new Set(['errorStatuses']))).toEqual(reduced(failed))
  expect(forward(payload, new Set(['marketingStatuses']))).toEqual(reduced(marketing))
  expect(forward(payload, new Set(['marketingStatuses', 'errorStatuses']))).toEqual(reduced(failed, marketing))
  expect(forward(payload, new Set(['errorStatuses', 'all']))).toBe(payload)
  expect(forward(payload, new Set())).toBeUndefined()
  expect(forward({ entry: [null, { changes: [{}] }] }, new Set(['errorStatuses']))).toBeUndefined()
})
