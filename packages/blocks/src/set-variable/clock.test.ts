import { expect, test } from 'vitest'
import { instantInZone } from './clock.js'

test('instants carry the offset of their zone', () => {
  expect(instantInZone(0, 'Asia/Tokyo')).toBe('1970-01-01T09:00:00+09:00')
  expect(instantInZone(0, 'UTC')).toBe('1970-01-01T00:00:00Z')
  expect(instantInZone(0, 'Mars/X')).toBeUndefined()
})
