import type { Release, Storage } from '@colloquy/storage'
import { expect, test } from 'vitest'
import { CompiledFlowCache } from './compiled-flow-cache.js'

const flow = JSON.stringify({ groups: [], events: [], edges: [], variables: [] })

function open(sizes: Record<string, number>, mostBytes: number) {
  const read: string[] = []
  const get = async (id: string) => {
    read.push(id)
    const theme = JSON.stringify({ customCss: 'x'.repeat(sizes[id] ?? 0) })
    return { id, botId: id, workspaceId: 'w', flow, theme, settings: '{}', createdAt: 1 } as Release
  }
  let evicted = 0
  const storage = { releases: { get } } as unknown as Storage
  const programs = new CompiledFlowCache(storage, { mostBytes, onEvicted: () => evicted++ })
  return { programs, read, evicted: () => evicted }
}

test('compiled flows are kept up to the bytes of their sources, those in use first', async () => {
  const { programs, read, evicted } = open({ a: 30_000, b: 30_000, c: 30_000 }, 70_000)
  await programs.release('a')
  await programs.release('b')
  programs.kept('a')
  await programs.release('c')
  expect(evicted()).toBe(1)
  expect([programs.kept('a'), programs.kept('b'), programs.kept('c')].map((it) => it?.id)).toEqual([
    'a',
    undefined,
    'c',
  ])
  await programs.release('b')
  expect(read).toEqual(['a', 'b', 'c', 'b'])
})

test('a flow larger than the cache is kept while it is the last one used', async () => {
  const { programs, read } = open({ large: 90_000 }, 70_000)
  await programs.release('small')
  await programs.release('large')
  expect(programs.kept('large')).toBeDefined()
  await programs.release('small')
  expect(programs.kept('large')).toBeUndefined()
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
  const programs = new CompiledFlowCache(storage, { mostBytes: 70_000 })
  expect((await programs.linked('b', 'w', 'live'))?.id).toBe('r')
  expect(await programs.linked('b', 'other', 'live')).toBeUndefined()
  expect(read).toEqual([])
  const draft = await programs.linked('b', 'w', 'preview')
  expect(await programs.byId('draft-b')).toBe(draft)
  expect(read).toEqual(['b'])
  bot.updatedAt = 2
  expect(await programs.byId('draft-b')).not.toBe(draft)
  expect(read).toEqual(['b', 'b'])
})
