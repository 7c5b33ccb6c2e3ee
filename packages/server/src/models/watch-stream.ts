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
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const text = tail + Buffer.from(chunk).toString('latin1')
      isEnded ||= text.includes(endMark)
      tail = text.slice(1 - endMark.length)
      controller.enqueue(chunk)
    },
  })
  return {
    async send(input, init) {
      const response = await send(input, init)
      if (!response.ok || !response.body) return response
      if (response.headers.get('content-type')?.includes('application/json'))
        throw new WholeAnswer(await response.text(), response.headers)
      return new Response(response.body.pipeThrough(watch), response)
    },
    isEnded: () => isEnded,
  }
}
