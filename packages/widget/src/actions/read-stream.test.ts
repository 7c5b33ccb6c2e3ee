import { expect, test } from 'vitest'
import { readStream } from './read-stream.js'

async function partsOf(...chunks: string[]) {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  const parts = []
  for await (const part of readStream(new Response(body))) parts.push(part)
  return parts
}

test('text arrives whole, however it is cut', async () => {
  const parts = await partsOf('0:"Hé', 'llo"\n0:" you"\n9:{"tool":1}', '\nd:{}\n0:"!"')
  expect(parts).toEqual(['Héllo', ' you', '!'].map((text) => ({ kind: 'text', text })))
})

test('an error says what its log says', async () => {
  expect(await partsOf('3:"{\\"description\\":\\"no credit\\"}"\n')).toEqual([{ kind: 'failed', message: 'no credit' }])
  expect(await partsOf('3:"plain"\n')).toEqual([{ kind: 'failed', message: 'plain' }])
})
