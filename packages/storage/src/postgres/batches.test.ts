import { expect, test } from 'vitest'
import { Batches } from './batches.js'

test('a batch ends once it is as large as it may be, and one item always fits', async () => {
  const sent: number[][] = []
  const batches = new Batches<number, void>({
    async send(items) {
      sent.push(items)
      return items.map(() => undefined)
    },
    keysOf: () => [],
    most: 128,
    mostCharacters: 100,
    sizeOf: (item) => item,
    lanes: 1,
  })
  await Promise.all([60, 60, 60, 500, 10, 10].map((size) => batches.add(size)))
  expect(sent).toEqual([
    [60, 60],
    [60, 500],
    [10, 10],
  ])
})
