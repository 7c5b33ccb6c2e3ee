import cluster, { type Worker } from 'node:cluster'
import { afterEach, expect, test } from 'vitest'
import { relayCounts } from './share-counts.js'

afterEach(() => {
  cluster.removeAllListeners('message')
})

function worker(id: number, isConnected = true) {
  const received: unknown[] = []
  const send = (message: unknown) => received.push(message)
  return { received, worker: { id, send, isConnected: () => isConnected } as unknown as Worker }
}

test('the counts of a process reach all other processes that are connected', () => {
  const [sender, other, gone] = [worker(1), worker(2), worker(3, false)]
  relayCounts(() => [sender.worker, other.worker, gone.worker])
  const counts = { kind: 'counts', counts: [['startsPerMinute 192.0.2.1 ', 3]] }
  cluster.emit('message', sender.worker, counts)
  cluster.emit('message', sender.worker, { kind: 'something else' })
  expect([sender, other, gone].map(({ received }) => received)).toEqual([[], [counts], []])
})
