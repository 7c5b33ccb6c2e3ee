import { DraftReceiver } from './draft-updates.js'
import type { SentAnswer, SentOrder } from './orders.js'

/** In a worker: answers the orders of an `AskedWorker`, a function for each kind. */
export function answerOrders<O extends { [K in keyof O]: { asks: object; answers: unknown } }>(
  answers: {
    [K in keyof O]: (asks: O[K]['asks']) => O[K]['answers']
  },
): void {
  const drafts = new DraftReceiver<object>()
  addEventListener('message', ({ data: { id, kind, asks, draft } }: MessageEvent<SentOrder>) => {
    try {
      const whole = { ...asks, ...(draft && { draft: drafts.take(draft) }) }
      reply({ id, answer: answers[kind as keyof O](whole) })
    } catch (error) {
      reply({ id, error: (error as Error).message })
    }
  })
}

function reply(message: SentAnswer): void {
  postMessage(message)
}
