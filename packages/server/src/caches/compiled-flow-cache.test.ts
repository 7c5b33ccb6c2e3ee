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
