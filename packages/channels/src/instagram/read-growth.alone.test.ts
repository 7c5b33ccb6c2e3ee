import { maxGrowth } from '@colloquy/test-kit/growth'
import { expect, test } from 'vitest'
import { growthOfReading } from '../testing/growth-of-meta.js'

test('The time to read a call grows with its size, not faster', async () => {
  const growth = await growthOfReading('instagram')
  expect(growth.factor, JSON.stringify(growth)).toBeLessThan(maxGrowth)
})
