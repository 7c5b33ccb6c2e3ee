import type { TestFlow } from '@colloquy/blocks/testing'

type Block = TestFlow['groups'][number]['blocks'][number]

const variables = ['a', 'b', 'said'].map((name) => ({ id: name, name }))

export const askText: Block = { id: 'ask', type: 'text input', options: { variableId: 'said' } }

/** One group of these blocks. */
export function flowOf(...blocks: Block[]): TestFlow {
  return { groups: [{ id: 'first', blocks }], edges: { start: 'first' }, variables }
}

/** The same, which begins again after its last block. */
export function circleOf(...blocks: Block[]): TestFlow {
  const last = { ...(blocks.at(-1) as Block), outgoingEdgeId: 'again' }
  const flow = flowOf(...blocks.slice(0, -1), last)
  return { ...flow, edges: { ...flow.edges, again: 'first' } }
}

export function call(url: string, more: object = {}): Block {
  return { id: 'call', type: 'Webhook', options: { webhook: { url, method: 'GET' }, ...more } }
}

export function script(content: string): Block {
  return { id: 'code', type: 'Code', options: { content, isExecutedOnClient: false } }
}

export function bubble(id: string, said: string): Block {
  return { id, type: 'text', content: { richText: [{ type: 'p', children: [{ text: said }] }] } } as Block
}

/** About that many bytes of bubbles, behind a first input. */
export function largeFlow(bytes: number): TestFlow {
  const text = 'x'.repeat(1_000)
  const groups = Array.from({ length: Math.floor(bytes / 11_500) }, (_, group) => ({
    id: `g${group}`,
    blocks: Array.from({ length: 10 }, (_, block) => bubble(`b${group}-${block}`, text)),
  }))
  const flow = flowOf(askText)
  return { ...flow, groups: [...flow.groups, ...groups] }
}
