import type { Send } from '@colloquy/ports/egress'

/** A service answered at once what it had been asked to stream. */
export class WholeAnswer extends Error {
  readonly response: () => Response

  constructor(text: string, headers: Headers) {
    super('The service answered with JSON in place of a stream.')
    this.response = () => new Response(text, { headers })
  }
}

const endMark = '[DONE]'

/**
 * A `fetch` that notes what libraries do not tell: whether the stream came to its end mark. Throws `WholeAnswer` for JSON in place of a
 * stream.
 */
export function watchedStream(send: Send): { send: Send; isEnded: () => boolean } {
  let isEnded = false
  let tail = ''
  const note = (chunk: Uint8Array) => {
    const text = tail + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    isEnded ||= text.includes(endMark)
    tail = text.slice(1 - endMark.length)
  }
  return {
    async send(input, init) {
      const response = await send(input, init)
      if (!response.ok || !response.body) return response
      if (response.headers.get('content-type')?.includes('application/json'))
        throw new WholeAnswer(await response.text(), response.headers)
      return new Response(noting(response.body, note), response)
    },
    isEnded: () => isEnded,
  }
}

/** The same bytes, each part noted when it is read. A pipe would do it, too, but would hold ten times the memory while a stream is open. */
function noting(body: ReadableStream<Uint8Array>, note: (chunk: Uint8Array) => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        note(value)
        controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
