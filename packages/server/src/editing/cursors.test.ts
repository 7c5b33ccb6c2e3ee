import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Cursors } from './cursors.js'
import type { PlacedCursor } from './presence.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const cursor = (page: number, x: number): PlacedCursor => ({
  botId: 'x'.repeat(24),
  userId: 'y'.repeat(24),
  client: `${page}`.padStart(64, '-'),
  at: { x, y: -10_000_000 },
})

test('moves that come faster than ten a second are sent once, with the last place of each cursor', () => {
  const sent: (readonly PlacedCursor[])[] = []
  const pointers = new Cursors((some) => sent.push(some))
  for (let x = 0; x < 50; x++) for (const page of [1, 2]) pointers.move(cursor(page, x))
  expect(sent).toEqual([])
  vi.advanceTimersByTime(100)
  expect(sent).toEqual([[cursor(1, 49), cursor(2, 49)]])
  vi.advanceTimersByTime(10_000)
  expect(sent).toHaveLength(1)
})

test('any number of cursors is sent in parts that fit a notification', () => {
  const sent: (readonly PlacedCursor[])[] = []
  const pointers = new Cursors((some) => sent.push(some))
  for (let page = 0; page < 100; page++) pointers.move(cursor(page, -10_000_000))
  vi.advanceTimersByTime(100)
  expect(sent.flat()).toHaveLength(100)
  for (const some of sent) expect(JSON.stringify({ kind: 'pointers', pointers: some }).length).toBeLessThan(4000)
})
