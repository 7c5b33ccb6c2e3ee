import type { BlockContext } from '@colloquy/engine'
import { expect, test } from 'vitest'
import { blockRegistry } from './registry.js'

const compiledFlow = {
  botId: 'bot',
  workspaceId: 'w',
  variables: [],
  events: [],
  blockById: new Map(),
  groupById: new Map(),
  groups: [],
  settings: {},
}
const context = {
  compiledFlow,
  now: 0,
  mode: 'live',
  channel: 'web',
  textFormat: 'richText',
  random: () => 0,
  newId: () => 'id',
  log: () => {},
  answers: [],
  assign: () => {},
  markReturn: () => {},
  value: () => undefined,
  valueByName: () => undefined,
  singleVariable: () => undefined,
  nextBlock: () => undefined,
  takeReturnMark: () => undefined,
  takeReply: () => undefined,
  recall: () => undefined,
  remember: () => true,
  // biome-ignore lint/correctness/useYield: nothing is compared here
  *isMet() {
    return false
  },
  expand: (text?: string) => text ?? '',
  pieces: (text?: string) => [{ text: text ?? '' }],
  expandDeep: (value: unknown) => value,
  script: (content: string) => ({ content, args: [] }),
} as unknown as BlockContext

const types = [...blockRegistry.values()].filter((runtime) => runtime.enter).map((runtime) => runtime.type)

test.each(types)('%s can be entered as it was created, and has stable exits', (type) => {
  const runtime = blockRegistry.get(type)
  const block = {
    id: 'b',
    type,
    outgoingEdgeId: 'own',
    items: [{ id: 'i', outgoingEdgeId: 'item' }, { id: 'j' }],
  } as never
  const outcome = runtime?.enter?.(block, context)
  const decided = outcome && 'next' in outcome ? outcome.next().value : outcome
  expect(decided).toHaveProperty('kind')
  expect(runtime?.exits(block)).toEqual(['item', 'own'])
})

const enter = (block: { type: string }) =>
  blockRegistry.get(block.type)?.enter?.({ id: 'b', ...block } as never, context)

test('redirects get a scheme, and dangerous ones are refused', () => {
  const redirect = (url: string) => enter({ type: 'Redirect', options: { url } } as never)
  expect(redirect('x.co:80/a')).toMatchObject({ actions: [{ redirect: { url: 'https://x.co:80/a' } }] })
  expect(redirect('mailto:a@b.co')).toMatchObject({ actions: [{ redirect: { url: 'mailto:a@b.co' } }] })
  expect(redirect('java\tscript:alert(1)')).toEqual({ kind: 'continue' })
})

test('a jump to nowhere ends the branch', () => {
  expect(enter({ type: 'Jump', options: { groupId: 'zzz' } } as never)).toEqual({ kind: 'leave', edgeId: undefined })
})
