import { expect, test } from 'vitest'
import { Masks } from './masks.js'

test('each token that a text holds already is looked for once, however many values follow', () => {
  const looked: string[] = []
  const held = new Set(Array.from({ length: 500 }, (_, index) => `[email-${index + 1}]`))
  const isTaken = (token: string) => {
    looked.push(token)
    return held.has(token)
  }
  const masks = new Masks({ kinds: ['email'], values: [], known: { '[email-501]': 'known@b.co' }, isTaken })
  const addresses = Array.from({ length: 300 }, (_, index) => `a${index}@b.co`)
  const masked = masks.mask(addresses.join(' ')).split(' ')
  expect(masked.slice(0, 2)).toEqual(['[email-502]', '[email-503]'])
  expect(new Set(masked).size).toBe(300)
  expect(looked).toHaveLength(new Set(looked).size)
})
