import { expect, it } from 'vitest'
import { readSizes } from './read-result-page.js'

/** Sizes of 300 results of these bytes each, read for a page of 100 and 1,000 bytes. */
async function sizesOf(bytes: number) {
  const asked: number[] = []
  const read = async (after: { id: string } | undefined, limit: number) => {
    asked.push(limit)
    const first = after ? Number(after.id) + 1 : 0
    return Array.from({ length: limit }, (_, index) => ({ id: String(first + index), createdAt: 1, bytes }))
  }
  const found = await readSizes(read, { limit: 100, bytes: 1000 })
  return { asked, ids: found.map(({ id }) => Number(id)) }
}

it('reads the sizes of few results where large ones fill a page', async () => {
  expect(await sizesOf(600)).toEqual({ asked: [4], ids: [0, 1, 2, 3] })
})

it('reads the sizes of a whole page of small results, and of the one after it', async () => {
  expect(await sizesOf(1)).toEqual({ asked: [4, 16, 64, 17], ids: Array.from({ length: 101 }, (_, index) => index) })
})
