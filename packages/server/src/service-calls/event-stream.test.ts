import { expect, test } from 'vitest'
import { EventStream } from './event-stream.js'

/** Reads a text in pieces of a size. */
function read(text: string, size: number): string[] {
  const events: string[] = []
  const stream = new EventStream((data) => events.push(data))
  for (let at = 0; at < text.length; at += size) stream.feed(text.slice(at, at + size))
  return events
}

test('Events are read whatever ends their lines and wherever their pieces are cut', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const lines = [
      '\ufeffdata: one',
      'event: x',
      ': comment',
      'data:two',
      '',
      '',
      'data',
      '',
      'unknown',
      'data: {"a":1}',
      '',
      'data: open',
    ]
    for (const size of [1, 2, 3, 7, 1_000]) expect(read(lines.join(end), size)).toEqual(['one\ntwo', '', '{"a":1}'])
  }
})
