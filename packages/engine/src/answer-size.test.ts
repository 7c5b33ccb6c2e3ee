import type { Message } from '@colloquy/chat'
import { expect, test } from 'vitest'
import { AnswerSize } from './answer-size.js'

const texts = ['', 'plain', '"quoted"\n', '\u0000\u001f', 'ü\u{1f600}', '\ud800', 'x'.repeat(1_000)]
const messages = texts.map(
  (text, index) =>
    ({
      id: `m${index}`,
      type: 'text',
      content: { type: 'richText', richText: [{ type: 'p', children: [{ text, bold: true, size: -1.5e-7 }, null] }] },
    }) as unknown as Message,
)

test('a limit is exceeded by the first message that has more characters as JSON than are left', () => {
  const all = JSON.stringify(messages).length
  for (let limit = 0; limit <= all; limit += 13) {
    const size = new AnswerSize(limit)
    let characters = 0
    for (const message of messages) {
      size.add(message)
      characters += JSON.stringify(message).length
      expect(size.isExceeded()).toBe(characters > limit)
    }
  }
})
