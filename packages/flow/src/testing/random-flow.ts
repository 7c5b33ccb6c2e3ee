import fc from 'fast-check'
import type { Section } from '../blocks/define.js'
import { definitionOf, nativeTypes } from '../blocks/registry.js'
import { blockSchemas } from '../blocks-schema/block.js'
import { integrationActions, integrationOptionsSchema } from '../blocks-schema/integration-schemas.js'
import type { Edge, FlowEvent, Variable } from '../flow-schema.js'
import { integrationTypes } from '../integrations/registry.js'
import { type Settings, settingsSchema } from '../settings.js'
import { type Theme, themeSchema } from '../theme/theme.js'
import { arbitraryOfSchema, type ValuesOfKey } from './arbitrary-of-schema.js'

export { blocksOfEachType } from './blocks-of-each-type.js'

/** A flow that the schemas accept, with anything that may be wrong in a flow: dangling edges, unknown names, loops. */
export interface RandomFlow {
  events: FlowEvent[]
  groups: { id: string; title: string; graphCoordinates: { x: number; y: number }; blocks: RandomBlock[] }[]
  edges: Edge[]
  variables: Variable[]
  theme: Theme
  settings: Settings
}

export type RandomBlock = { id: string; type: string; [key: string]: unknown }

export interface RandomFlowOptions {
  /** Edges lead only to later groups, and nothing jumps, links or interrupts: a walk never visits a block twice. */
  isForwardOnly?: boolean
}

const groupIds = ['g0', 'g1', 'g2', 'g3']
const edgeIds = ['e0', 'e1', 'e2', 'e3', 'e4', 'e5']
const variableIds = ['vA', 'vB', 'vList', 'vUnset']

const texts = fc.constantFrom(
  'a',
  '',
  '0',
  '12',
  'two words',
  '{{A}}',
  'Hi {{A}} {{List}} {{Nobody}}',
  '{{= A =}}',
  'a@example.com',
  '+33 6 12 34 56 78',
  '2026-01-31',
  '10:30',
  'https://example.com/a.png, b',
  '**bold** _and_ [link](https://example.com)',
  '["One", 2, null]',
  '(unclosed',
  '\ud800',
  'x'.repeat(400),
)

const leaf = fc.record({ text: texts, bold: fc.constantFrom(true, undefined) }).map(withoutUndefined)
const richText = fc.oneof(
  fc.record({ type: fc.constantFrom('p', 'h1', 'blockquote'), children: fc.array(leaf, { maxLength: 2 }) }),
  fc.record({
    type: fc.constant('p'),
    children: fc.tuple(fc.record({ type: fc.constant('a'), url: texts, children: fc.array(leaf, { maxLength: 1 }) })),
  }),
  fc.constant({
    type: 'ul',
    children: [{ type: 'li', children: [{ type: 'lic', children: [{ text: '{{List}}' }] }] }],
  }),
)

const valuesOfKey: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  id: fc.constantFrom('x1', 'x2', 'x3'),
  outgoingEdgeId: fc.constantFrom(...edgeIds, 'gone'),
  groupId: fc.constantFrom(...groupIds, ...groupIds, 'G1', '{{A}}', 'gone'),
  blockId: fc.constantFrom('g0b0', 'g1b1', 'gone', ''),
  botId: fc.constantFrom('current', 'bot-linked', 'bot-linked', 'gone'),
  locale: fc.constantFrom('en-US', 'fr'),
  // A label has at most 20 characters.
  listButton: fc.constantFrom('Choose', '{{A}}'),
  errorAndMarketingStatusWebhookForwardUrl: fc.constant('https://example.com/hook'),
  url: fc.constantFrom('https://example.com/?a=1', 'example.com', 'javascript:alert(1)', '{{A}}', 'youtu.be/abc'),
  secondsToWaitFor: fc.constantFrom('0', '1', '{{A}}', 'soon'),
  timeZone: fc.constantFrom('Europe/Paris', 'Nowhere/Else', '{{A}}'),
  expressionToEvaluate: fc.constantFrom(
    '1 + 1',
    '{{A}}',
    '{{A}} + "!"',
    'return {{List}}.length',
    'a {{B}}',
    '(',
    '{{=1=}}',
  ),
  bodyPath: fc.constantFrom('data.a', 'data[0].b', 'statusCode', 'data.map(a => a)', ']['),
  format: fc.constantFrom('yyyy-MM-dd', 'dd/MM/yyyy HH:mm', 'nonsense', "'"),
  defaultCountryCode: fc.constantFrom('FR', 'US', 'XX'),
  richText,
}

const valuesOf: ValuesOfKey = (key) =>
  valuesOfKey[key] ?? (/variableId$/i.test(key) ? fc.constantFrom(...variableIds, 'gone') : texts)

/** Blocks of every known kind, and of an unknown one. */
const blocksOf = ({ isForwardOnly }: RandomFlowOptions): fc.Arbitrary<Omit<RandomBlock, 'id'>> => {
  const going = new Set(isForwardOnly ? ['Jump', 'Return', 'Bot link'] : [])
  const of = (section: Section) =>
    fc.oneof(
      ...nativeTypes
        .filter((type) => definitionOf(type)?.section === section && !going.has(type))
        .map((type) => blockOf(type)),
    )
  return fc.oneof(
    { weight: 4, arbitrary: of('bubble') },
    { weight: 8, arbitrary: of('input') },
    { weight: 8, arbitrary: of('logic') },
    { weight: 2, arbitrary: of('integration') },
    { weight: 1, arbitrary: fc.oneof(...integrationTypes.map(integrationBlock)) },
    { weight: 1, arbitrary: fc.constant({ type: 'never heard of', options: { x: null } }) },
  )
}

const blockOf = (type: keyof typeof blockSchemas) =>
  arbitraryOfSchema(blockSchemas[type], valuesOf) as fc.Arbitrary<RandomBlock>

const integrationBlock = (type: (typeof integrationTypes)[number]): fc.Arbitrary<Omit<RandomBlock, 'id'>> =>
  fc.oneof(
    ...[undefined, ...integrationActions(type)].map((action) => {
      const options = integrationOptionsSchema(type, action)
      return fc.record({
        type: fc.constant(type),
        ...(options && { options: arbitraryOfSchema(options, valuesOf) }),
      })
    }),
  )

const at = { x: 0, y: 0 }

const otherEvent = fc
  .record({
    type: fc.constantFrom('reply', 'invalidReply', 'command'),
    outgoingEdgeId: fc.constantFrom(...edgeIds, 'gone', undefined),
    variableId: fc.constantFrom(...variableIds, 'gone'),
    resumeAfter: fc.boolean(),
  })
  .map(({ type, outgoingEdgeId, variableId, resumeAfter }) => ({
    type,
    graphCoordinates: at,
    ...(outgoingEdgeId !== undefined && { outgoingEdgeId }),
    options: type === 'command' ? { command: 'go', resumeAfter } : { contentVariableId: variableId },
  }))

/** A random flow: blocks of all kinds, items, events, links and loops. */
export const randomFlow = (options: RandomFlowOptions = {}): fc.Arbitrary<RandomFlow> =>
  fc
    .record({
      blocks: fc.array(fc.array(blocksOf(options), { maxLength: 5 }), { minLength: 4, maxLength: 4 }),
      targets: fc.array(fc.constantFrom(...groupIds, 'gone', 'g1/g1b1'), { minLength: 6, maxLength: 6 }),
      events: fc.array(otherEvent, { maxLength: options.isForwardOnly ? 0 : 3 }),
      theme: arbitraryOfSchema(themeSchema, valuesOf) as fc.Arbitrary<Theme>,
      settings: arbitraryOfSchema(settingsSchema, valuesOf) as fc.Arbitrary<Settings>,
      isPrefilled: fc.boolean(),
    })
    .map(({ blocks, targets, events, theme, settings, isPrefilled }): RandomFlow => {
      const groups = groupIds.map((id, g) => ({
        id,
        title: id.toUpperCase(),
        graphCoordinates: at,
        blocks: (blocks[g] ?? []).map((block, b): RandomBlock => {
          const named = { ...block, id: `${id}b${b}` } as RandomBlock
          return options.isForwardOnly ? onward(named, g) : named
        }),
      }))
      const edges = edgeIds.map((id, e) => {
        const [groupId = '', blockId] = (options.isForwardOnly ? onwardTargets[e] : targets[e])?.split('/') ?? []
        return { id, from: { blockId: 'g0b0' }, to: { groupId, ...(blockId !== undefined && { blockId }) } }
      })
      return {
        events: [
          { id: 'start', type: 'start', graphCoordinates: at, outgoingEdgeId: 'start' },
          ...(events.map((event, e) => ({ ...event, id: `event${e}` })) as FlowEvent[]),
        ],
        groups,
        edges: [{ id: 'start', from: { eventId: 'start' }, to: { groupId: 'g0' } }, ...edges],
        variables: [
          { id: 'vA', name: 'A', ...(isPrefilled && { value: 'start' }) },
          { id: 'vB', name: 'B', isSessionVariable: true },
          { id: 'vList', name: 'List', value: ['One', null, 'Two'] },
          { id: 'vUnset', name: 'Unset', value: null },
        ],
        theme,
        settings,
      }
    })

/** Targets of the edges of a forward-only flow: a group uses only the edges to later ones. */
const onwardTargets = ['g1', 'g2', 'g3', 'g3', 'g3', 'gone']
const firstOnwardEdge = [0, 1, 2, 5]

const onward = <T>(value: T, group: number): T => {
  if (Array.isArray(value)) return value.map((entry) => onward(entry, group)) as T
  if (typeof value !== 'object' || value === null) return value
  // A late button that is followed leads back to its own group.
  const kept = Object.entries(value).filter(([key]) => key !== 'latePress')
  const entries = kept.map(([key, entry]) => {
    if (key !== 'outgoingEdgeId') return [key, onward(entry, group)]
    const wanted = Math.max(0, edgeIds.indexOf(String(entry)))
    return [key, edgeIds[Math.max(wanted, firstOnwardEdge[group] ?? 5)]]
  })
  return Object.fromEntries(entries) as T
}

function withoutUndefined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T
}

/** Number of runs of a property: `COLLOQUY_RUNS` times `numRuns`, with the seed `COLLOQUY_SEED` if it is set. */
export const runsOf = (numRuns: number, env: Record<string, string | undefined>): fc.Parameters<unknown> => ({
  numRuns: Math.round(numRuns * Number(env.COLLOQUY_RUNS ?? 1)),
  ...(env.COLLOQUY_SEED !== undefined && { seed: Number(env.COLLOQUY_SEED) }),
})
