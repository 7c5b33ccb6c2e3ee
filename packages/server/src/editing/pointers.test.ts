import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Pointers } from './pointers.js'
import type { PlacedPointer } from './presence.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pointer = (page: number, x: number): PlacedPointer => ({
  botId: 'x'.repeat(24),
  userId: 'y'.repeat(24),
  client: `${page}`.padStart(64, '-'),
  at: { x, y: -10_000_000 },
})

test('moves that come faster than ten a second are told once, with the last place of each pointer', () => {
  const told: (readonly PlacedPointer[])[] = []
  const pointers = new Pointers((some) => told.push(some))
  for (let x = 0; x < 50; x++) for (const page of [1, 2]) pointers.move(pointer(page, x))
  expect(told).toEqual([])
  vi.advanceTimersByTime(100)
  expect(told).toEqual([[pointer(1, 49), pointer(2, 49)]])
  vi.advanceTimersByTime(10_000)
  expect(told).toHaveLength(1)
})

test('however many point, each part of the news fits a notification', () => {
  const told: (readonly PlacedPointer[])[] = []
  const pointers = new Pointers((some) => told.push(some))
  for (let page = 0; page < 100; page++) pointers.move(pointer(page, -10_000_000))
  vi.advanceTimersByTime(100)
  expect(told.flat()).toHaveLength(100)
  for (const some of told) expect(JSON.stringify({ kind: 'pointers', pointers: some }).length).toBeLessThan(4000)
})
