import { expect, test } from 'vitest'
import { practiceAnswer } from './practice-model.js'

const dayOf = (content: string, now: string): string | null => {
  const schema = { properties: { day: { title: 'Day of collection', type: 'string' } } }
  const asked = { messages: [{ role: 'user', content }], response_format: { json_schema: { schema } } }
  const answer = practiceAnswer(asked, new Date(now))
  return JSON.parse('text' in answer ? answer.text : '{}').day
}

test('an order has the day that it names, and none where it names none, whichever day of the week it is', () => {
  const week = [1, 2, 3, 4, 5, 6, 7].map((day) => `2026-02-0${day}T12:00:00Z`)
  expect(week.map((now) => dayOf('Two loaves, please', now))).toEqual(week.map(() => null))
  expect(dayOf('Two loaves for Monday', '2026-02-06T12:00:00Z')).toBe('2026-02-09')
  expect(dayOf('Two loaves for tomorrow', '2026-02-06T12:00:00Z')).toBe('2026-02-07')
})

test('describes in words which values a part of the flow has collected', () => {
  const content = '{"done":true,"Email":"ada@example.com"}'
  expect(practiceAnswer({ messages: [{ role: 'tool', content }] })).toEqual({
    text: 'Thank you. I have noted this: Email: ada@example.com',
  })
})
