import { expect, test } from 'vitest'
import { readStream } from './read-stream.js'

test('the events of a stream arrive whole, however its bytes are cut', async () => {
  const bytes = new TextEncoder().encode(
    ': still here\n\ndata: {"type":"text","text":"Hé"}\n\ndata: {"type":"done","finishReason":"stop"}\n\n',
  )
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const events = []
  for await (const event of readStream(new Response(body))) events.push(event)
  expect(events).toEqual([
    { type: 'text', text: 'Hé' },
    { type: 'done', finishReason: 'stop' },
  ])
})
