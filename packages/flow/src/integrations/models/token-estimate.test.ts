import { expect, test } from 'vitest'
import { replyTokens, requestTokens } from './token-estimate.js'

const call = (text: string) => ({ model: 'm', messages: [{ role: 'user', parts: [{ type: 'text', text }] } as const] })

test('a call is estimated at a third of its bytes, and its answer at the limit of the author or 4,096 tokens', () => {
  const empty = requestTokens(call(''))
  expect(requestTokens(call('x'.repeat(3_000))) - empty).toBe(1_000)
  expect(requestTokens(call('ü'.repeat(3_000))) - empty).toBe(2_000)
  expect(replyTokens(call(''))).toBe(4_096)
  expect(replyTokens({ ...call(''), maxTokens: 50 })).toBe(50)
})
