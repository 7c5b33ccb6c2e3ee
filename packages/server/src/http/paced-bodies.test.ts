import { setImmediate as round } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PacedBodies } from './paced-bodies.js'

test('Long bodies are read one by one with a round of the event loop between, clients in turn; short ones at once', async () => {
  const bodies = new PacedBodies()
  const read: string[] = []
  const arrive = (client: string, name: string, bytes: number) =>
    bodies.read(
      () => client,
      bytes,
      () => read.push(name),
    )
  for (const name of ['a1', 'a2', 'a3']) arrive('a', name, 60_000)
  arrive('b', 'b1', 60_000)
  arrive('b', 'huge', 8_000_000)
  arrive('a', 'short', 1_000)
  expect(read).toEqual(['short'])
  const rounds: string[][] = []
  while (read.length < 6) {
    const before = read.length
    await round()
    rounds.push(read.slice(before))
  }
  expect(rounds.filter((names) => names.length > 0)).toEqual([['a1'], ['b1'], ['a2'], ['huge'], ['a3']])
})
