import { expect, it } from 'vitest'
import { lengthNote, type ReplyLimits, replyWindow } from './reply-limits.js'

const now = Date.parse('2026-03-02T10:00:00.000Z')
const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
const limits: ReplyLimits = {
  channel: 'Pager',
  windowHours: 24,
  closesAt: inHours(3.5),
  text: { max: 100, unit: 'characters' },
}

it('the reply window says how long the channel accepts answers, in whole units', () => {
  const textAt = (hours: number) => replyWindow({ ...limits, closesAt: inHours(hours) }, now)?.text
  expect(textAt(3.99)).toMatch(/^Pager accepts answers for 3 hours, until .+\.$/)
  expect(textAt(0.99)).toMatch(/for 59 minutes/)
  expect(textAt(0.001)).toMatch(/for 1 minute,/)
  expect(textAt(47)).toMatch(/for 47 hours/)
  expect(textAt(6.5 * 24)).toMatch(/for 6 days/)
})

it('the last hour of the reply window is urgent, and the end closes it', () => {
  const at = (closesAt: string | null) => replyWindow({ ...limits, closesAt }, now)
  expect(at(inHours(1.01))).toMatchObject({ isOpen: true, isUrgent: false })
  expect(at(inHours(0.99))).toMatchObject({ isOpen: true, isUrgent: true })
  for (const closed of [inHours(0), inHours(-5), null])
    expect(at(closed)).toMatchObject({
      isOpen: false,
      text: 'Pager accepts answers only within 24 hours of a message of the contact. Answer when they write again, or reach them another way.',
    })
})

it('a channel that accepts answers at any time has no reply window', () => {
  expect(replyWindow({ ...limits, windowHours: null, closesAt: null }, now)).toBeUndefined()
})

it('the length of a text is shown once it comes near the limit, in the unit of the channel, and then the number of messages', () => {
  expect(lengthNote('a'.repeat(79), limits)).toBeUndefined()
  expect(lengthNote('a'.repeat(80), limits)).toBe('80 of 100 characters')
  expect(lengthNote(` ${'a'.repeat(100)} `, limits)).toBe('100 of 100 characters')
  expect(lengthNote('word '.repeat(50), limits)).toBe('Too long for one message: sent as 3.')
  expect(lengthNote('é'.repeat(45), { ...limits, text: { max: 100, unit: 'bytes' } })).toBe('90 of 100 bytes')
})
