import { expect, test } from 'vitest'
import { Batches } from './batches.js'

type Item = readonly [owner: string, size: number]

/** Keeps what is sent until it is let go. */
function heldBatches() {
  const sent: Item[][] = []
  const held: (() => void)[] = []
  const batches = new Batches<Item, void>({
    async send(items) {
      sent.push(items)
      await new Promise<void>((resolve) => held.push(resolve))
      return items.map(() => undefined)
    },
    keysOf: () => [],
    max: 3,
    batchesAtOnce: 1,
    long: { from: 50, sizeOf: ([, size]) => size, maxCharacters: 100, ownerOf: ([owner]) => owner },
  })
  return { batches, sent, letGo: () => held.splice(0).forEach((go) => void go()) }
}

test('short items never wait for long ones, of which a batch has few and owners take turns', async () => {
  const { batches, sent, letGo } = heldBatches()
  const items: Item[] = [
    ['a', 60],
    ['a', 61],
    ['a', 500],
    ['b', 70],
    ['b', 1],
    ['a', 2],
    ['a', 3],
    ['a', 4],
  ]
  const all = Promise.all(items.map((item) => batches.add(item)))
  const areSent = (count: number) => expect.poll(() => sent.length).toBe(count)
  await areSent(2)
  expect(sent).toEqual([
    [
      ['b', 1],
      ['a', 2],
      ['a', 3],
    ],
    [
      ['a', 60],
      ['b', 70],
    ],
  ])
  letGo()
  await areSent(4)
  expect(sent.slice(2)).toEqual([
    [['a', 4]],
    [
      ['a', 61],
      ['a', 500],
    ],
  ])
  letGo()
  await all
})

test('items with a key in common go one after another', async () => {
  const sent: string[][] = []
  const batches = new Batches<string, string>({
    async send(items) {
      sent.push(items)
      return items
    },
    keysOf: (item) => [item],
    max: 128,
    batchesAtOnce: 2,
  })
  expect(await Promise.all(['a', 'b', 'a', 'b', 'a'].map((key) => batches.add(key)))).toEqual(['a', 'b', 'a', 'b', 'a'])
  expect(sent).toEqual([['a', 'b'], ['a', 'b'], ['a']])
})
