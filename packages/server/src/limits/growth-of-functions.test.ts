import { blockRegistry } from '@colloquy/blocks'
import { documentOf, type TestFlow } from '@colloquy/blocks/testing'
import {
  advance,
  compile,
  type Effect,
  type EffectOutcome,
  expand,
  guessType,
  newSession,
  parseBigIntSafeJson,
  renderRichText,
  richTextToMessagingText,
  textContent,
  toStoredValue,
  transcriptOf,
} from '@colloquy/engine'
import { comparisonOperators, convertUpdate, importBot, lintFlow, takeBatch, withoutSecrets } from '@colloquy/flow'
import { diff, documentOf as draftOf, mergeOperations } from '@colloquy/flow/operations'
import { growthOf, mostGrowth } from '@colloquy/test-kit/growth'
import { expect, test } from 'vitest'
import { newId } from '../ids.js'
import { largeFlow } from '../testing/large-flow.js'

const texts = (size: number, prefix = 'item') => Array.from({ length: size }, (_, index) => `${prefix} ${index}`)
/** Creates the input of a size once, so that only the work on it is measured. */
function madeOnce<Input>(make: (size: number) => Input): (size: number) => Input {
  const made = new Map<number, Input>()
  return (size) => {
    const input = made.get(size) ?? make(size)
    made.set(size, input)
    return input
  }
}
const options = { newId, credentialsIds: new Set<string>() }

/** The first turn of a flow with one block under test, whose variables are set at the start. */
function turnOf(block: object, prefilledVariables: Record<string, unknown> = {}) {
  const flow: TestFlow = {
    groups: [{ id: 'g', blocks: [{ id: 'b', ...block } as TestFlow['groups'][number]['blocks'][number]] }],
    edges: { start: 'g' },
    variables: ['A', 'B', 'C'].map((name) => ({ id: `v${name}`, name })),
  }
  const program = compile({ ...documentOf(flow), id: 'p', botId: 'b', workspaceId: 'w' })
  const session = newSession({ program, mode: 'live', resultId: 'r' })
  const running = advance({
    sessionId: 's',
    session,
    event: { kind: 'start', now: 0, seed: 1, textFormat: 'richText', prefilledVariables },
    programs: new Map([[program.id, program]]),
    blocks: blockRegistry,
  })
  let step = running.next()
  while (!step.done) step = running.next(outcomeOf(step.value))
}

function outcomeOf(effect: Effect): EffectOutcome {
  if (effect.kind === 'pattern') return { kind: 'pattern', ok: true, matches: effect.texts.map(() => false) }
  if (effect.kind === 'script') return { kind: 'script', ok: false, reason: 'syntax', message: 'SyntaxError' }
  throw new Error(`No outcome for ${effect.kind}`)
}

const comparing = (comparisonOperator: string) => (size: number) =>
  turnOf(
    {
      type: 'Condition',
      items: [
        { id: 'i', content: { comparisons: [{ id: 'c', variableId: 'vA', comparisonOperator, value: '{{B}}' }] } },
      ],
    },
    { A: texts(size), B: texts(size, 'other') },
  )

const paragraphs = madeOnce((size) => texts(size).map((text) => ({ type: 'p', children: [{ text: `${text} {{A}}` }] })))
const draft = (size: number) => draftOf(largeFlow(size) as never)
const file = (size: number) => largeFlow(size)
const unfit = (size: number) =>
  texts(size).map(() => ({ kind: 'set' as const, path: ['groups', '#g0', 'title'], value: 5, was: 'Group 0' }))
const inserts = (size: number) =>
  largeFlow(size).groups.map((group) => ({
    kind: 'insert' as const,
    spot: { list: ['groups'], after: null },
    element: { ...group, id: `new-${group.id}`, blocks: [] },
  }))
const tenGroups = draft(10)
const fourThousand = draft(4_000)

/** Parts of Markdown that open or continue something and never close it. */
const endlessMarkdown = [
  '*a[',
  'a@*',
  '*_a',
  '**a )',
  '~a[',
  'a`*',
  '_a__',
  '!',
  '[',
  '![',
  '<a ',
  '- a\n',
  '>',
  '> - ',
]

/** Work by name, and the largest size that it is tested with. */
const work: Record<string, [run: (size: number) => unknown, most: number]> = {
  ...Object.fromEntries(
    comparisonOperators.map((operator) => [`comparing lists: ${operator}`, [comparing(operator), 64_000]]),
  ),
  'comparing a text with many parts': [
    (size) =>
      turnOf(
        {
          type: 'Condition',
          items: [
            {
              id: 'i',
              content: { comparisons: [{ id: 'c', variableId: 'vA', comparisonOperator: 'Contains', value: '{{B}}' }] },
            },
          ],
        },
        { A: 'a'.repeat(size * 8), B: texts(size) },
      ),
    64_000,
  ],
  'a small expression': [
    (size) =>
      turnOf(
        {
          type: 'Set variable',
          options: { variableId: 'vC', expressionToEvaluate: Array(size).fill('{{A}}').join(' + ') },
        },
        { A: 'a'.repeat(size) },
      ),
    16_000,
  ],
  'appending to a list': [
    (size) =>
      turnOf(
        { type: 'Set variable', options: { variableId: 'vA', type: 'Append value(s)', item: '{{B}}' } },
        { A: texts(size), B: texts(size) },
      ),
    64_000,
  ],
  ...Object.fromEntries(
    endlessMarkdown.map((part) => [
      `a text bubble with Markdown of nothing but ${JSON.stringify(part)}`,
      [
        (size: number) =>
          turnOf(
            { type: 'text', content: { richText: [{ type: 'p', children: [{ text: '{{A}}' }] }] } },
            { A: `- ${part.repeat(size)}` },
          ),
        32_000,
      ],
    ]),
  ),
  'a text bubble': [(size) => turnOf({ type: 'text', content: { richText: paragraphs(size) } }, { A: 'x' }), 32_000],
  'buttons from a list': [
    (size) => turnOf({ type: 'choice input', items: [], options: { dynamicVariableId: 'vA' } }, { A: texts(size) }),
    64_000,
  ],
  expand: [
    (size) =>
      expand(
        '{{A}} and '.repeat(size),
        Object.assign(() => 'value', { inlineResult: () => undefined }),
      ),
    128_000,
  ],
  'expand with brackets left open': [
    (size) =>
      expand(
        '{{'.repeat(size),
        Object.assign(() => 'value', { inlineResult: () => undefined }),
      ),
    256_000,
  ],
  renderRichText: [
    (size) =>
      renderRichText(paragraphs(size), {
        valueByName: Object.assign(() => '**x**', { inlineResult: () => undefined }),
      }),
    32_000,
  ],
  textContent: [
    (size) => ['richText', 'markdown'].map((format) => textContent(paragraphs(size) as never, format as never)),
    64_000,
  ],
  richTextToMessagingText: [(size) => richTextToMessagingText(paragraphs(size) as never), 64_000],
  parseBigIntSafeJson: [
    (size) =>
      parseBigIntSafeJson(
        JSON.stringify(texts(size).map((text) => ({ text, n: 1 }))).replaceAll('1}', '12345678901234567}'),
      ),
    64_000,
  ],
  'parseBigIntSafeJson of escaped quotes': [
    (size) => {
      try {
        parseBigIntSafeJson(`12345678901234567"${'\\"'.repeat(size)}`)
      } catch {}
    },
    256_000,
  ],
  guessType: [(size) => guessType(texts(size)), 256_000],
  toStoredValue: [(size) => toStoredValue(texts(size).map((text) => ({ text }))), 128_000],
  transcriptOf: [
    (size) =>
      transcriptOf(
        texts(size).map((text) => ({
          messages: [{ id: text, type: 'text', content: textContent([{ text }] as never, 'richText') }],
          message: { type: 'text', text },
        })) as never,
      ),
    64_000,
  ],
  compile: [(size) => compile({ ...file(size), id: 'p', botId: 'b', workspaceId: 'w' } as never), 16_000],
  importBot: [(size) => importBot(file(size), options), 4_000],
  'importBot of a text with many nodes': [
    (size) =>
      importBot(
        {
          ...file(1),
          groups: [
            {
              ...file(1).groups[0],
              blocks: [{ id: 't', type: 'text', content: { richText: [null, ...paragraphs(size)] } }],
            },
          ],
        },
        options,
      ),
    16_000,
  ],
  convertUpdate: [(size) => convertUpdate(file(size), options), 4_000],
  lintFlow: [(size) => lintFlow(file(size) as never), 8_000],
  withoutSecrets: [(size) => withoutSecrets(file(size) as never), 16_000],
  // Maps of more than about 30,000 ids exceed the processor's cache, which costs more than a linear share.
  'diff of documents with nothing in common': [
    (size) =>
      diff({ groups: texts(size).map((id) => ({ id })) }, { groups: texts(size, 'other').map((id) => ({ id })) }),
    32_000,
  ],
  'diff of documents in reverse order': [
    (size) =>
      diff(
        { groups: texts(size).map((id) => ({ id })) },
        {
          groups: texts(size)
            .map((id) => ({ id }))
            .reverse(),
        },
      ),
    32_000,
  ],
  'mergeOperations of inserts': [(size) => mergeOperations(fourThousand, inserts(size)), 500],
  'takeBatch of operations that do not fit': [(size) => takeBatch(tenGroups, unfit(size), { isBehind: true }), 4_000],
  'takeBatch of one operation into a large draft': [
    (size) => takeBatch(draft(size), unfit(1), { isBehind: true }),
    8_000,
  ],
}

test.each(Object.entries(work))('The time of %s grows with its input, not faster', async (_, [run, most]) => {
  const growth = await growthOf(run, most)
  expect(growth.factor, JSON.stringify(growth)).toBeLessThan(mostGrowth)
})

test('The growth of quadratic work is seen', async () => {
  const { factor } = await growthOf(
    (size) => {
      let pairs = 0
      for (let a = 0; a < size; a++) for (let b = 0; b < size; b++) pairs += a ^ b
      return pairs
    },
    1_000_000,
    1,
  )
  expect(factor).toBeGreaterThan(mostGrowth)
})
