import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Flow } from '../flow-schema.js'
import { flowSchema } from '../flow-schema.js'
import { randomFlow, runsOf } from '../testing/random-flow.js'
import type { BotDocument } from './bot-document.js'
import { diff } from './diff.js'
import { equal } from './equal.js'
import { mergeOperations } from './merge-operations.js'
import { invertOperations, type Operation } from './operation.js'
import { operationSchema } from './operation-schema.js'
import { isPlain, valueAt } from './path.js'
import { takeBatch } from './take-batch.js'
import { applyOperations } from './working-document.js'

const documentOf = (flow: Flow): BotDocument => ({ name: 'Bot', icon: null, theme: {}, settings: {}, ...flow })
/** Ids that need care: those of an object's own properties, parts of paths, and odd texts. */
const oddIds = ['a', 'b', 'a/b', '#a', 'constructor', '__proto__', '"', '\\', '💬', 'toString']

/** A document whose groups, blocks, edges and variables have ids from a short list, so that some repeat unless they are unique. */
const documents = (isUnique: boolean): fc.Arbitrary<BotDocument> =>
  fc
    .tuple(randomFlow(), fc.array(fc.constantFrom(...oddIds), { minLength: 20, maxLength: 20 }))
    .map(([random, ids]) => {
      let next = 0
      const name = () => (isUnique ? `${ids[next % ids.length]}${next++}` : ids[next++ % ids.length]!)
      const flow = flowSchema.parse({
        events: random.events,
        groups: random.groups.map((group) => ({
          ...group,
          id: name(),
          blocks: group.blocks.map((block) => ({ ...block, id: name() })),
        })),
        edges: random.edges.map((edge) => ({ ...edge, id: name() })),
        variables: random.variables.map((variable) => ({ ...variable, id: name() })),
      })
      return documentOf(flow)
    })

/** Another version of a document: elements removed, changed, and reordered if ids are unique, because no operation can swap two of one id. */
const changed = (document: BotDocument, isUnique = true): fc.Arbitrary<BotDocument> =>
  fc
    .tuple(
      (isUnique ? fc.shuffledSubarray : fc.subarray)(document.groups),
      fc.subarray(document.edges),
      fc.subarray(document.variables),
      fc.string(),
    )
    .map(([groups, edges, variables, title]) => ({
      ...document,
      groups: groups.map((group, index) => (index === 0 ? { ...group, title } : group)),
      edges,
      variables: variables.map((variable, index) => (index === 0 ? { ...variable, name: title } : variable)),
    }))
const pairs = (isUnique: boolean) =>
  documents(isUnique).chain((before) => fc.tuple(fc.constant(before), changed(before, isUnique)))

/** A value as JSON, with the keys of its objects in order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    isPlain(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )

const sent = (operations: readonly Operation[]) => JSON.parse(JSON.stringify(operations)) as Operation[]

describe('diff', () => {
  it('finds operations that lead from any document to another and back, also after they were sent', () => {
    fc.assert(
      fc.property(pairs(true), ([before, after]) => {
        const operations = sent(diff(before, after))
        expect(equal(applyOperations(before, operations), after)).toBe(true)
        expect(equal(applyOperations(after, invertOperations(operations)), before)).toBe(true)
      }),
      runsOf(200, process.env),
    )
  })

  it('finds operations that the service takes, also if ids repeat', () => {
    fc.assert(
      fc.property(pairs(false), ([before, after]) => {
        const operations = diff(before, after)
        for (const operation of operations) expect(operationSchema.safeParse(operation).error).toBeUndefined()
        const reached = applyOperations(before, operations)
        for (const list of ['groups', 'edges', 'variables'] as const) {
          const sorted = (it: BotDocument) => it[list].map(canonical).toSorted()
          expect(sorted(reached)).toEqual(sorted(after))
        }
      }),
      runsOf(200, process.env),
    )
  })
})

describe('a batch', () => {
  it('gives a valid document and its exact operations, whatever others have changed', () => {
    fc.assert(
      fc.property(
        documents(true).chain((base) => fc.tuple(fc.constant(base), changed(base), changed(base))),
        ([base, theirs, mine]) => {
          const operations = diff(base, mine)
          const outcome = takeBatch(theirs, operations, { isBehind: true })
          if (outcome.kind === 'invalid') throw new Error(JSON.stringify(outcome.issues))
          expect(applyOperations(theirs, outcome.operations)).toEqual(outcome.document)
          const { events, groups, edges, variables } = outcome.document
          const flow = { events, groups, edges, variables }
          expect(flowSchema.parse(flow)).toEqual(flow)
        },
      ),
      runsOf(150, process.env),
    )
  })

  it('removes the repeated element that it names, and not the first one with its id', () => {
    const at = { x: 0, y: 0 }
    const group = (title: string) => ({ id: 'g', title, graphCoordinates: at, blocks: [] })
    const document = documentOf({ events: [], groups: [group('One'), group('Two')], edges: [], variables: [] })
    const remove: Operation = { kind: 'remove', spot: { list: ['groups'], after: 'g' }, element: group('Two') }
    expect(mergeOperations(document, [remove])).toMatchObject({ document: { groups: [group('One')] }, conflicts: [] })
  })

  const block = (rest: object) => ({ id: 'b', ...rest })
  const withBlock = (rest: object) =>
    documentOf(
      flowSchema.parse({
        events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 } }],
        groups: [{ id: 'g', title: 'G', graphCoordinates: { x: 0, y: 0 }, blocks: [block(rest)] }],
        edges: [],
        variables: [],
      }),
    )
  const path = ['groups', '#g', 'blocks', '#b']
  const text = { type: 'text input', options: { labels: { placeholder: 'Name' } } }
  const items = [{ id: 'i', content: 'Yes' }]
  const intoChoice: Operation[] = [
    { kind: 'set', path: [...path, 'type'], value: 'choice input', was: 'text input' },
    { kind: 'set', path: [...path, 'items'], value: items },
  ]

  it('takes a block that a batch inserts elsewhere before it removes it', () => {
    const before = withBlock(text)
    const moved = before.groups[0]!.blocks[0]!
    const group = { id: 'n', title: 'New', graphCoordinates: { x: 0, y: 0 }, blocks: [moved] }
    const merged = mergeOperations(before, [
      { kind: 'insert', spot: { list: ['groups'], after: 'g' }, element: group },
      { kind: 'remove', spot: { list: ['groups', '#g', 'blocks'], after: null }, element: { ...moved } },
    ])
    expect(merged.conflicts).toEqual([])
    expect(merged.document.groups.map(({ id, blocks }) => [id, blocks.length])).toEqual([
      ['g', 0],
      ['n', 1],
    ])
  })

  it('gives a block an empty list of items with a type that has some, so that a change of the type alone can be saved', () => {
    const before = withBlock(text)
    const outcome = takeBatch(before, [intoChoice[0]!], { isBehind: false })
    if (outcome.kind !== 'taken') throw new Error('the batch is refused')
    expect(valueAt(outcome.document, path)).toMatchObject({ type: 'choice input', items: [] })
    expect(applyOperations(before, outcome.operations)).toEqual(outcome.document)
  })

  it('changes the type and the rest of a block together, or reports all of them', () => {
    const theirs = withBlock({ type: 'email input', options: text.options })
    const outcome = takeBatch(theirs, intoChoice, { isBehind: true })
    expect(outcome).toMatchObject({ kind: 'taken', document: theirs, operations: [] })
    expect(outcome.kind === 'taken' && outcome.conflicts.map((it) => [it.path.at(-1), it.mine])).toEqual([
      ['type', 'choice input'],
      ['items', items],
    ])
  })

  it('does not change the type of a block without what somebody else has edited in it', () => {
    const before = { type: 'choice input', items }
    const theirs = withBlock({ ...before, items: [{ id: 'i', content: 'Edited' }] })
    const intoText: Operation[] = [
      { kind: 'set', path: [...path, 'type'], value: 'text input', was: 'choice input' },
      { kind: 'set', path: [...path, 'items'], was: items },
    ]
    const outcome = takeBatch(theirs, intoText, { isBehind: true })
    expect(outcome).toMatchObject({ kind: 'taken', document: theirs })
    expect(outcome.kind === 'taken' && outcome.conflicts.map((it) => it.path.at(-1))).toEqual(['type', 'items'])
  })

  it('reports what the schema of a type that somebody else has chosen drops', () => {
    const theirs = withBlock({ type: 'text', content: { richText: [] } })
    const label: Operation = {
      kind: 'set',
      path: [...path, 'options', 'labels', 'button'],
      value: 'Go',
    }
    const outcome = takeBatch(theirs, [label], { isBehind: true })
    expect(outcome).toMatchObject({ kind: 'taken', conflicts: [{ reason: 'changed', mine: 'Go' }] })
  })
})
