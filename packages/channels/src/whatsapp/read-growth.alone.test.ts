import { growthOf, maxGrowth } from '@colloquy/test-kit/growth'
import { expect, test } from 'vitest'
import { read } from './read.js'

const texts = (size: number) => Array.from({ length: size }, (_, index) => `item ${index}`)

test('The time to read a call grows with its size, not faster', async () => {
  const growth = await growthOf((size: number) => {
    const value = {
      contacts: texts(size).map((wa_id) => ({ wa_id, profile: { name: wa_id } })),
      messages: texts(size)
        .toReversed()
        .map((from) => ({ id: from, from, type: 'text', text: { body: from } })),
      statuses: texts(size).map((recipient_id) => ({ recipient_id, status: 'failed' })),
    }
    return read({ entry: [{ changes: [{ value }] }] }, { provider: '360dialog', apiKey: 'k' })
  }, 32_000)
  expect(growth.factor, JSON.stringify(growth)).toBeLessThan(maxGrowth)
})
