import type { Session } from '@colloquy/engine'
import type { SessionRow, TurnRow } from '@colloquy/storage'
import { expect, test } from 'vitest'
import { SessionCache } from './session-cache.js'

const session = { version: 1, mode: 'live', frames: [{ variables: { a: '1' } }] } as unknown as Session
const row = (id: string, state: object = session, version = 1) =>
  ({ id, version, updatedAt: 1_000, state: JSON.stringify(state) }) as SessionRow
const saved = (id: string, state: object = session, key: string | null = null) => ({
  session: row(id, state),
  turn: { key } as TurnRow,
})

test('returns the cached session if its version is the stored one, and reads any other', () => {
  const cached = new SessionCache()
  expect(cached.read(row('s1'))).not.toBe(session)
  cached.note(saved('s1'), session)
  expect(cached.read(row('s1'))).toBe(session)
  const later = { ...session, visitedEdgeCount: 3 }
  expect(cached.read(row('s1', later, 2))).toEqual(later)
  expect(cached.read({ ...row('s1', later), updatedAt: 1_001 })).toEqual(later)
  expect(cached.read(row('s2'))).not.toBe(session)
})

test('forgets one that has ended, one that is large, and those that came first of many', () => {
  const cached = new SessionCache()
  cached.note(saved('s1'), session)
  cached.note(saved('s1'), { ...session, ended: true })
  expect(cached.read(row('s1'))).not.toBe(session)
  const large = { ...session, currentBlockId: 'x'.repeat(20_000) }
  cached.note(saved('s2', large), large)
  expect(cached.read(row('s2', large))).not.toBe(large)
  for (let index = 0; index <= 2_000; index++) cached.note(saved(`many${index}`), session)
  expect(cached.read(row('many0'))).not.toBe(session)
  expect(cached.read(row('many1'))).toBe(session)
  expect(cached.read(row('many2000'))).toBe(session)
})

test('keeps as many as fit by the length of their texts, however often each was saved', () => {
  const cached = new SessionCache()
  const long = { ...session, currentBlockId: 'x'.repeat(19_000) }
  for (let index = 0; index < 1_000; index++) cached.note(saved('same', long), long)
  const isKept = (index: number) => cached.read(row(`long${index}`, long)) === long
  for (let index = 0; index < 300; index++) cached.note(saved(`long${index}`, long), long)
  const kept = Array.from({ length: 300 }, (_, index) => isKept(index))
  expect(kept.lastIndexOf(false)).toBeLessThan(kept.indexOf(true))
  expect(kept.filter(Boolean)).toHaveLength(Math.floor(2_000_000 / JSON.stringify(long).length))
})

test('one that was used stays once more when others are evicted', () => {
  const cached = new SessionCache()
  for (const id of ['used', 'left', 'used']) cached.note(saved(id), session)
  for (let index = 0; index < 2_000; index++) cached.note(saved(`many${index}`), session)
  expect(cached.read(row('left'))).not.toBe(session)
  expect(cached.read(row('used'))).toBe(session)
  for (let index = 0; index < 2_000; index++) cached.note(saved(`more${index}`), session)
  expect(cached.read(row('used'))).not.toBe(session)
})

test('get returns the session that was saved last, but not for the key that saved it', () => {
  const cached = new SessionCache()
  expect(cached.get('s1', undefined)).toBeUndefined()
  cached.note(saved('s1', session, 'key'), session)
  expect(cached.get('s1', undefined)).toMatchObject({ row: { id: 's1', version: 1 }, session })
  expect(cached.get('s1', 'other')).toBeDefined()
  expect(cached.get('s1', 'key')).toBeUndefined()
})

test('get returns cached sessions less and less often while they are outdated, and as before once they are current', () => {
  const cached = new SessionCache()
  /** Number of replies out of `replies` that used the cache. */
  const optimisticReads = (replies: number, isRight: boolean) => {
    let guessed = 0
    for (let reply = 0; reply < replies; reply++) {
      cached.note(saved('s1'), session)
      if (!cached.get('s1', undefined)) continue
      guessed++
      if (isRight) cached.noteHit()
      else cached.noteMiss('s1')
    }
    return guessed
  }
  expect(optimisticReads(100, false)).toBe(7)
  expect(optimisticReads(1_000, false)).toBe(4)
  expect(optimisticReads(5_000, true)).toBeGreaterThan(3_000)
  expect(optimisticReads(1_000, true)).toBe(1_000)
})
