import { DraftReceiver } from './draft-updates.js'
import { keptParts, type SentAnswer, type SentOrder } from './orders.js'

/** In a worker: answers the orders of an `AskedWorker`, a function for each kind. */
export function answerOrders<O extends { [K in keyof O]: { asks: object; answers: unknown } }>(
  answers: {
    [K in keyof O]: (asks: O[K]['asks']) => O[K]['answers']
  },
): void {
  const receivers = { draft: new DraftReceiver<object>(), suite: new DraftReceiver<object>() }
  addEventListener('message', ({ data: { id, kind, asks, kept } }: MessageEvent<SentOrder>) => {
    try {
      const parts = keptParts.flatMap((part) => {
        const update = kept[part]
        return update ? [[part, receivers[part].take(update)] as const] : []
      })
      reply({ id, answer: answers[kind as keyof O]({ ...asks, ...Object.fromEntries(parts) }) })
    } catch (error) {
      reply({ id, error: (error as Error).message })
    }
  })
}

function reply(message: SentAnswer): void {
  postMessage(message)
}
