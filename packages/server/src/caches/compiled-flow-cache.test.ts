import type { Release, Storage } from '@colloquy/storage'
import { expect, test } from 'vitest'
import { CompiledFlowCache } from './compiled-flow-cache.js'

const flow = JSON.stringify({ groups: [], events: [], edges: [], variables: [] })

function open(sizes: Record<string, number>, maxBytes: number) {
  const read: string[] = []
  const get = async (id: string) => {
    read.push(id)
    const theme = JSON.stringify({ customCss: 'x'.repeat(sizes[id] ?? 0) })
    return { id, botId: id, workspaceId: 'w', flow, theme, settings: '{}', createdAt: 1 } as Release
  }
  let evicted = 0
  const storage = { releases: { get } } as unknown as Storage
  const compiledFlows = new CompiledFlowCache(storage, { maxBytes, onEvicted: () => evicted++ })
  return { compiledFlows, read, evicted: () => evicted }
}

test('compiled flows are kept up to the bytes of their sources, those in use first', async () => {
  const { compiledFlows, read, evicted } = open({ a: 30_000, b: 30_000, c: 30_000 }, 70_000)
  await compiledFlows.release('a')
  await compiledFlows.release('b')
  compiledFlows.kept('a')
  await compiledFlows.release('c')
  expect(evicted()).toBe(1)
  expect([compiledFlows.kept('a'), compiledFlows.kept('b'), compiledFlows.kept('c')].map((it) => it?.id)).toEqual([
    'a',
    undefined,
    'c',
  ])
  await compiledFlows.release('b')
  expect(read).toEqual(['a', 'b', 'c', 'b'])
})

test('a flow larger than the cache is kept while it is the last one used', async () => {
  const { compiledFlows, read } = open({ large: 90_000 }, 70_000)
  await compiledFlows.release('small')
  await compiledFlows.release('large')
  expect(compiledFlows.kept('large')).toBeDefined()
  await compiledFlows.release('small')
  expect(compiledFlows.kept('large')).toBeUndefined()
  expect(read).toEqual(['small', 'large', 'small'])
})

test('the release of a linked bot, and a draft that has not changed, are found without reading documents', async () => {
  const read: string[] = []
  const bot = { id: 'b', workspaceId: 'w', flow, theme: '{}', settings: '{}', updatedAt: 1, publishedReleaseId: 'r' }
  const get = async (id: string) => ({ ...bot, id, botId: 'b', createdAt: 1 }) as unknown as Release
  const find = async (id: string) => {
    read.push(id)
    return bot
  }
  const storage = { releases: { get }, bots: { find, findSummary: async () => bot } } as unknown as Storage
  const compiledFlows = new CompiledFlowCache(storage, { maxBytes: 70_000 })
  expect((await compiledFlows.linked('b', 'w', 'live'))?.id).toBe('r')
  expect(await compiledFlows.linked('b', 'other', 'live')).toBeUndefined()
  expect(read).toEqual([])
  const draft = await compiledFlows.linked('b', 'w', 'preview')
  expect(await compiledFlows.byId('draft-b')).toBe(draft)
  expect(read).toEqual(['b'])
  bot.updatedAt = 2
  expect(await compiledFlows.byId('draft-b')).not.toBe(draft)
  expect(read).toEqual(['b', 'b'])
})
