import type { Effect, EffectOutcome } from '@colloquy/engine'
import { blocksOfEachType } from '@colloquy/flow/testing'
import { expect, test } from 'vitest'
import { blockRegistry } from './registry.js'
import { Conversation } from './testing/conversation.js'

/** Maximum length of a reply. */
const length = 64_000
/** Milliseconds of processor time: the slowest turn takes about 100, quadratic work several seconds. */
const maxTime = 1_000

/** Fragments that patterns and parsers examine again and again when they are repeated. */
const parts = [
  '*a[',
  'a ',
  '1/',
  '@a.',
  '> ',
  '{{',
  '+1 ',
  'a, ',
  '"\\',
  '[',
  'http://',
  '( ',
  '1:',
  '"a",',
  '12-',
  '1.1.',
]

const variables = ['A', 'List'].map((name) => ({ id: `v${name}`, name }))
const list = Array.from({ length: 10_000 }, (_, index) => `a ${index}x`)
const blocks = [
  ...blocksOfEachType({ text: '{{A}}', variableIds: ['vList'] }),
  ...blocksOfEachType({ text: '{{List}}', variableIds: ['vA'] }),
]

test.each([...blockRegistry.keys()])(
  'a %s block takes a long text of any kind, from variables and from a visitor, in less than a second',
  (type) => {
    const ofType = blocks.filter((block) => block.type === type)
    expect(ofType.length).toBeGreaterThan(0)
    for (const block of ofType)
      for (const part of parts) {
        const text = part.repeat(length / part.length)
        const began = process.cpuUsage()
        const flow = { groups: [{ id: 'g', blocks: [block] }], edges: { start: 'g' }, variables }
        const talk = new Conversation(flow, { outcomes: answering(text) })
        talk.run({ kind: 'start', prefilledVariables: { A: text, List: list } } as never)
        talk.run({ kind: 'reply', message: { type: 'text', text } } as never)
        const { user, system } = process.cpuUsage(began)
        expect((user + system) / 1_000, `${JSON.stringify(block)} with ${part}`).toBeLessThan(maxTime)
      }
  },
  60_000,
)

/** Services that return this text for every request. */
function answering(text: string) {
  const response = { answer: 'response' as const, status: 200, text: JSON.stringify({ text, data: [text] }) }
  return (effect: Effect): EffectOutcome | undefined => {
    switch (effect.kind) {
      case 'http':
        return { kind: 'http', ...response }
      case 'request':
        return { kind: 'request', ...response }
      case 'model':
        return { kind: 'model', outcome: { answer: 'said', text, toolCalls: [] } as never }
      case 'knowledge':
        return { kind: 'knowledge', answer: 'found', passages: [] }
      case 'person':
        return { kind: 'person', answer: 'not asked' }
      case 'mcp':
        return { kind: 'mcp', outcome: { answer: 'result', text } }
      case 'mail':
        return { kind: 'mail', failure: { reason: text } }
      case 'payment':
        return { kind: 'payment', result: 'failed', reason: text }
      case 'transcript':
        return { kind: 'transcript', entries: [{ role: 'user', type: 'text', text }] }
      case 'script':
        return { kind: 'script', ok: true, value: text, assigned: [] }
      case 'pattern':
        return { kind: 'pattern', ok: true, matches: effect.texts.map(() => false) }
      case 'program':
        return undefined
    }
  }
}
