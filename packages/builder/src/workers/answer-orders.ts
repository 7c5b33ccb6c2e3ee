import { DraftReceiver } from './draft-updates.js'
import type { SentOrder, SentResponse } from './orders.js'

/** In a worker: answers the orders of an `AskedWorker`, a function for each kind. */
export function answerOrders<O extends { [K in keyof O]: { asks: object; answers: unknown } }>(
  answers: {
    [K in keyof O]: (asks: O[K]['asks']) => O[K]['answers']
  },
): void {
  const receiver = new DraftReceiver<object>()
  addEventListener('message', ({ data: { id, kind, asks, kept } }: MessageEvent<SentOrder>) => {
    try {
      reply({ id, answer: answers[kind as keyof O]({ ...asks, ...(kept && receiver.take(kept)) }) })
    } catch (error) {
      reply({ id, error: (error as Error).message })
    }
  })
}

function reply(message: SentResponse): void {
  postMessage(message)
}
