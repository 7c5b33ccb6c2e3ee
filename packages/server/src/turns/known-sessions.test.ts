import type { Session } from '@colloquy/engine'
import { expect, test } from 'vitest'
import { KnownSessions } from './known-sessions.js'

const session = { version: 1, mode: 'live', frames: [{ variables: { a: '1' } }] } as unknown as Session
const row = (id: string, state: object = session) => ({ id, state: JSON.stringify(state) })

test('gives the session that was noted for the very text that is stored, and reads any other', () => {
  const known = new KnownSessions()
  expect(known.read(row('s1'))).not.toBe(session)
  known.note(row('s1'), session)
  expect(known.read(row('s1'))).toBe(session)
  const later = { ...session, visitedEdgeCount: 3 }
  expect(known.read(row('s1', later))).toEqual(later)
  expect(known.read(row('s2'))).not.toBe(session)
})

test('forgets one that has ended, one that is large, and those that came first of many', () => {
  const known = new KnownSessions()
  known.note(row('s1'), session)
  known.note(row('s1'), { ...session, ended: true })
  expect(known.read(row('s1'))).not.toBe(session)
  const large = { ...session, currentBlockId: 'x'.repeat(20_000) }
  known.note(row('s2', large), large)
  expect(known.read(row('s2', large))).not.toBe(large)
  for (let index = 0; index <= 500; index++) known.note(row(`many${index}`), session)
  expect(known.read(row('many0'))).not.toBe(session)
  expect(known.read(row('many1'))).toBe(session)
  expect(known.read(row('many500'))).toBe(session)
})
