import type { Session } from '@colloquy/engine'
import type { SessionRow, TurnRow } from '@colloquy/storage'
import { expect, test } from 'vitest'
import { KnownSessions } from './known-sessions.js'

const session = { version: 1, mode: 'live', frames: [{ variables: { a: '1' } }] } as unknown as Session
const row = (id: string, state: object = session, version = 1) =>
  ({ id, version, updatedAt: 1_000, state: JSON.stringify(state) }) as SessionRow
const saved = (id: string, state: object = session, key: string | null = null) => ({
  session: row(id, state),
  turn: { key } as TurnRow,
})

test('gives the session that was noted for the very version that is stored, and reads any other', () => {
  const known = new KnownSessions()
  expect(known.read(row('s1'))).not.toBe(session)
  known.note(saved('s1'), session)
  expect(known.read(row('s1'))).toBe(session)
  const later = { ...session, visitedEdgeCount: 3 }
  expect(known.read(row('s1', later, 2))).toEqual(later)
  expect(known.read({ ...row('s1', later), updatedAt: 1_001 })).toEqual(later)
  expect(known.read(row('s2'))).not.toBe(session)
})

test('forgets one that has ended, one that is large, and those that came first of many', () => {
  const known = new KnownSessions()
  known.note(saved('s1'), session)
  known.note(saved('s1'), { ...session, ended: true })
  expect(known.read(row('s1'))).not.toBe(session)
  const large = { ...session, currentBlockId: 'x'.repeat(20_000) }
  known.note(saved('s2', large), large)
  expect(known.read(row('s2', large))).not.toBe(large)
  for (let index = 0; index <= 2_000; index++) known.note(saved(`many${index}`), session)
  expect(known.read(row('many0'))).not.toBe(session)
  expect(known.read(row('many1'))).toBe(session)
  expect(known.read(row('many2000'))).toBe(session)
})

test('keeps as many as their texts have room for, however often each was saved', () => {
  const known = new KnownSessions()
  const long = { ...session, currentBlockId: 'x'.repeat(19_000) }
  for (let index = 0; index < 1_000; index++) known.note(saved('same', long), long)
  const isKept = (index: number) => known.read(row(`long${index}`, long)) === long
  for (let index = 0; index < 300; index++) known.note(saved(`long${index}`, long), long)
  const kept = Array.from({ length: 300 }, (_, index) => isKept(index))
  expect(kept.lastIndexOf(false)).toBeLessThan(kept.indexOf(true))
  expect(kept.filter(Boolean)).toHaveLength(Math.floor(2_000_000 / JSON.stringify(long).length))
})

test('one that was used keeps its place once more when room is made', () => {
  const known = new KnownSessions()
  for (const id of ['used', 'left', 'used']) known.note(saved(id), session)
  for (let index = 0; index < 2_000; index++) known.note(saved(`many${index}`), session)
  expect(known.read(row('left'))).not.toBe(session)
  expect(known.read(row('used'))).toBe(session)
  for (let index = 0; index < 2_000; index++) known.note(saved(`more${index}`), session)
  expect(known.read(row('used'))).not.toBe(session)
})

test('guesses what was saved last, but not for the key that saved it', () => {
  const known = new KnownSessions()
  expect(known.guess('s1', undefined)).toBeUndefined()
  known.note(saved('s1', session, 'key'), session)
  expect(known.guess('s1', undefined)).toMatchObject({ row: { id: 's1', version: 1 }, session })
  expect(known.guess('s1', 'other')).toBeDefined()
  expect(known.guess('s1', 'key')).toBeUndefined()
})

test('guesses less and less while that is wrong, and as before once it is right', () => {
  const known = new KnownSessions()
  /** Number of replies out of `replies` that used the cache. */
  const guesses = (replies: number, isRight: boolean) => {
    let guessed = 0
    for (let reply = 0; reply < replies; reply++) {
      known.note(saved('s1'), session)
      if (!known.guess('s1', undefined)) continue
      guessed++
      if (isRight) known.guessedRight()
      else known.guessedWrong('s1')
    }
    return guessed
  }
  expect(guesses(100, false)).toBe(7)
  expect(guesses(1_000, false)).toBe(4)
  expect(guesses(5_000, true)).toBeGreaterThan(3_000)
  expect(guesses(1_000, true)).toBe(1_000)
})
