import { growthOf, maxGrowth } from '@colloquy/test-kit/growth'
import { expect, test } from 'vitest'
import { spansOfMarked } from '../marked-text.js'
import { marks } from './formatting.js'
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
    const message_echoes = value.messages.map((message) => ({ ...message, to: message.from }))
    const changes = [
      { value },
      { field: 'smb_message_echoes', value: { message_echoes } },
      { field: 'standby', value: { standby: { ...value, message_echoes } } },
    ]
    return read({ entry: [{ changes }] }, { provider: '360dialog', apiKey: 'k' })
  }, 32_000)
  expect(growth.factor, JSON.stringify(growth)).toBeLessThan(maxGrowth)
})

test('The time to show a text with marks grows with its size, not faster', async () => {
  const growth = await growthOf((size: number) => spansOfMarked('*a_~ `*'.repeat(size), marks), 32_000)
  expect(growth.factor, JSON.stringify(growth)).toBeLessThan(maxGrowth)
})
