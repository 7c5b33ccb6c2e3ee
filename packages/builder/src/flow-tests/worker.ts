import { t } from '../i18n/i18n.js'
import { AskedWorker } from '../workers/asked-worker.js'
import address from './test-worker.ts?worker&url'
import type { TestOrders } from './worker-orders.js'

const worker = new AskedWorker<TestOrders>({
  address,
  max: 20_000,
  tooLong: () => t('The tests took longer than 20 seconds.'),
})

/** Has the worker that runs tests do something. */
export const ask = <K extends keyof TestOrders>(
  kind: K,
  asks: TestOrders[K]['asks'],
): Promise<TestOrders[K]['answers']> => worker.ask(kind, asks)
