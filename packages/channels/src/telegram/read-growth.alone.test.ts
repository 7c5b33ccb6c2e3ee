import { growthOf, maxGrowth } from '@colloquy/test-kit/growth'
import { expect, test } from 'vitest'
import { formatted, marks } from './formatting.js'
import { acknowledge, read } from './read.js'

const from = { id: 42, first_name: 'Ada' }
const chat = { id: 42, type: 'private' }

test('The time to read an update grows with its size, not faster', async () => {
  const growth = await growthOf((size: number) => {
    const inline_keyboard = Array.from({ length: size }, (_, index) => [{ text: 'Yes', callback_data: `${index}` }])
    const callback_query = { id: '9', from, data: 'none', message: { chat, reply_markup: { inline_keyboard } } }
    acknowledge({ update_id: 1, callback_query })
    const photo = inline_keyboard.map((_, index) => ({ file_id: `${index}` }))
    read({ update_id: 2, message: { from, chat, text: `/start ${'a'.repeat(size)}` } })
    read({ update_id: 3, message: { from, chat, photo } })
    return read({ update_id: 4, callback_query })
  }, 32_000)
  expect(growth.factor, JSON.stringify(growth)).toBeLessThan(maxGrowth)
})

test('The time to format a text grows with its size, not faster', async () => {
  const growth = await growthOf((size: number) => formatted(`${marks.bold}a${marks.code}`.repeat(size)), 32_000)
  expect(growth.factor, JSON.stringify(growth)).toBeLessThan(maxGrowth)
})
