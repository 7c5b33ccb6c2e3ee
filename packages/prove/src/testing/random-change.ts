import { bubble, type TestFlow } from '@colloquy/blocks/testing'
import fc from 'fast-check'

export interface FlowAndReplies {
  flow: TestFlow
  replies: string[]
}

type Block = TestFlow['groups'][number]['blocks'][number]

const variableIds = ['v0', 'v1']
const variableId = fc.constantFrom(...variableIds)
const groupIds = ['g0', 'g1', 'g2', 'g3']
const number = fc.integer({ min: 0, max: 9 })

const said = fc.tuple(number, number).map(([word, position]) => `Text ${word} {{V${position % 2}}}`)
const textBubble = said.map((text) => bubble('', text) as Block)
const textInput = variableId.map((id): Block => ({ id: '', type: 'text input', options: { variableId: id } }))
const numberInput = fc
  .tuple(variableId, number)
  .map(([id, max]): Block => ({ id: '', type: 'number input', options: { variableId: id, max: max + 5 } }))
const setVariable = fc.tuple(variableId, number).map(
  ([id, value]): Block => ({
    id: '',
    type: 'Set variable',
    options: { variableId: id, expressionToEvaluate: `${value}` },
  }),
)
const condition = fc.tuple(variableId, number, fc.constantFrom(...groupIds)).map(
  ([id, value, target]): Block => ({
    id: '',
    type: 'Condition',
    items: [
      {
        id: 'i',
        content: { comparisons: [{ id: 'c', variableId: id, comparisonOperator: 'Greater than', value: `${value}` }] },
        outgoingEdgeId: `to-${target}`,
      },
    ],
  }),
)
const block = fc.oneof(textBubble, textInput, numberInput, numberInput, setVariable, condition)

/** A small flow that asks, compares and branches, and a visitor who answers numbers. */
export const flowAndReplies: fc.Arbitrary<FlowAndReplies> = fc
  .record({
    blocks: fc.array(fc.array(block, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 4 }),
    ends: fc.array(fc.constantFrom(...groupIds, undefined), { minLength: 4, maxLength: 4 }),
    replies: fc.array(fc.nat(12).map(String), { minLength: 1, maxLength: 8 }),
  })
  .map(({ blocks, ends, replies }) => ({
    flow: {
      groups: groupIds.map((id, g) => ({
        id,
        blocks: (blocks[g] ?? []).map((one, b, all) => {
          const isLast = b === all.length - 1
          return { ...one, id: `${id}b${b}`, ...(isLast && ends[g] && { outgoingEdgeId: `to-${ends[g]}` }) }
        }),
      })),
      edges: { start: 'g0', ...Object.fromEntries(groupIds.map((id) => [`to-${id}`, id])) },
      variables: variableIds.map((id) => ({ id, name: id.toUpperCase() })),
    },
    replies,
  }))

type Change = (flow: TestFlow) => TestFlow

/** One edit that an author may make: of a text, a condition, a rule, a value, an edge, a block or a group. */
export const changedFlow: fc.Arbitrary<Change> = fc
  .record({
    kind: fc.constantFrom('text', 'options', 'insert', 'remove', 'edge', 'group', 'nothing'),
    group: fc.nat(3),
    position: fc.nat(3),
    block,
    target: fc.constantFrom(...groupIds),
  })
  .map(({ kind, group, position, block: other, target }) => (flow) => {
    const changed = structuredClone(flow)
    const blocks = changed.groups[group]?.blocks ?? []
    const at = position % Math.max(1, blocks.length)
    const one = blocks[at]
    if (kind === 'text') for (const it of blocks) if (it.type === 'text') Object.assign(it, bubble(it.id, 'Other'))
    const alike = changed.groups.flatMap((it) => it.blocks).filter(({ type }) => type === other.type)
    if (kind === 'options') for (const it of alike) Object.assign(it, other, { id: it.id })
    if (kind === 'insert') blocks.splice(at, 0, { ...other, id: 'new' })
    if (kind === 'remove') blocks.splice(at, 1)
    if (kind === 'edge' && one) one.outgoingEdgeId = `to-${target}`
    if (kind === 'group') changed.groups.splice(group, 1)
    return changed
  })
