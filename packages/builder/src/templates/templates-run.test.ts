import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningService, runService } from '../testing/running-service.js'
import { templates } from './templates.js'

let service: RunningService
beforeAll(async () => {
  service = await runService()
})
afterAll(() => service?.close())

interface Turn {
  sessionId: string
  messages: object[]
  input?: { type: string; items?: { content?: string; title?: string }[]; options?: { min?: number } }
}

/** Returns a visitor's answer to a question. `pick` selects one of its choices, and wraps around. */
function answerTo({ type, items = [], options }: NonNullable<Turn['input']>, pick: number): string {
  const answers: Readonly<Record<string, string>> = {
    'email input': 'ada@example.com',
    'number input': String(Math.max(2, options?.min ?? 0)),
    'phone number input': '+46701234567',
    'date input': '2030-05-17',
    'time input': '14:30',
    'url input': 'https://example.com',
    'rating input': String([5, 1, 3][pick % 3]),
    'file input': 'https://example.com/file.pdf',
  }
  const item = items[pick % Math.max(1, items.length)]
  return item?.content ?? item?.title ?? answers[type] ?? 'Ada'
}

it.each(templates.map((template) => [template.name, template] as const))(
  '%s runs from its start to its end on different paths',
  async (name, { bot }) => {
    const botId = await service.make(bot)
    for (const path of [0, 1, 2]) {
      let turn: Turn = await service.call('POST', `bots/${botId}/preview/startChat`, {})
      const { sessionId } = turn
      let turns = 0
      // A payment needs the author's account.
      while (turn.input && turn.input.type !== 'payment input' && turns < 40) {
        // Exits loops such as "Another question" after a while.
        const message = answerTo(turn.input, turns < 12 ? path : path + turns)
        turn = await service.call('POST', `sessions/${sessionId}/continueChat`, { message })
        turns += 1
      }
      expect(turns, `${name}, path ${path}`).toBeLessThan(40)
      expect(turn.messages.length + (turn.input ? 1 : 0), `${name}, path ${path}`).toBeGreaterThan(0)
    }
  },
)
