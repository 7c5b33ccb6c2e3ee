import { type Flow, flowSchema } from '@colloquy/flow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BotDocument, findBlock, itemsOf } from './bot-document.js'
import { addBlock } from './commands/add-block.js'
import { addEvent } from './commands/add-event.js'
import { addGroup } from './commands/add-group.js'
import { addItem } from './commands/add-item.js'
import { addVariable } from './commands/add-variable.js'
import { connect } from './commands/connect.js'
import { deleteBlock } from './commands/delete-block.js'
import { deleteItem } from './commands/delete-item.js'
import { deleteNodes } from './commands/delete-nodes.js'
import { deleteVariable } from './commands/delete-variable.js'
import { disconnect } from './commands/disconnect.js'
import { duplicateBlock } from './commands/duplicate-block.js'
import { insertOnEdge } from './commands/insert-on-edge.js'
import { moveBlock } from './commands/move-block.js'
import { moveItem } from './commands/move-item.js'
import { moveNodes } from './commands/move-nodes.js'
import { paste } from './commands/paste.js'
import { renameGroup } from './commands/rename-group.js'
import { renameVariable } from './commands/rename-variable.js'
import { setField } from './commands/set-field.js'
import { updateBlock } from './commands/update-block.js'
import { clipOf, readClip } from './copy.js'
import { diff } from './diff.js'
import { type Command, perform } from './draft.js'
import { Editing } from './editing.js'
import { exitPath } from './exits.js'
import { merge } from './merge.js'
import { applyOperations, invertOperations } from './operation.js'
import { valueAt } from './path.js'

const at = { x: 0, y: 0 }
const text = (id: string, words: string, rest = {}) => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text: words }] }] },
  ...rest,
})

const flow: Flow = flowSchema.parse({
  events: [{ id: 's', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e0' }],
  groups: [
    { id: 'a', title: 'A', graphCoordinates: at, blocks: [text('a1', 'Hello {{Name}}'), text('a2', 'Next'), choice()] },
    { id: 'b', title: 'B', graphCoordinates: { x: 400, y: 0 }, blocks: [text('b1', 'Yes'), text('b2', 'Bye')] },
    { id: 'c', title: 'C', graphCoordinates: { x: 400, y: 300 }, blocks: [text('c1', 'No')] },
  ],
  edges: [
    { id: 'e0', from: { eventId: 's' }, to: { groupId: 'a' } },
    { id: 'e1', from: { blockId: 'a3', itemId: 'i1' }, to: { groupId: 'b', blockId: 'b2' } },
    { id: 'e2', from: { blockId: 'a3', itemId: 'i2' }, to: { groupId: 'c' } },
  ],
  variables: [
    { id: 'v1', name: 'Name' },
    { id: 'v2', name: 'Mail' },
  ],
})

function choice() {
  const items = [
    { id: 'i1', content: 'Yes', outgoingEdgeId: 'e1' },
    { id: 'i2', content: 'No', outgoingEdgeId: 'e2' },
    { id: 'i3', content: 'Maybe' },
  ]
  return { id: 'a3', type: 'choice input', items, options: { variableId: 'v1' } }
}

const start: BotDocument = { name: 'Bot', icon: null, ...flow, theme: {}, settings: {} }

/** Any sequence of commands, drawn from ids that may or may not be there any more. */
const group = fc.constantFrom('a', 'b', 'c', 'n0', 'n1')
const block = fc.constantFrom('a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'n2', 'n3')
const item = fc.constantFrom('i1', 'i2', 'i3', 'n4')
const index = fc.nat(4)
const place = fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) })
const word = fc.constantFrom('', 'one', 'two {{Name}}', 'three')
const fresh = fc.constantFrom('n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7')

const commands: fc.Arbitrary<Command> = fc.oneof(
  fc.tuple(fresh, place).map(
    ([id, where]): Command =>
      (draft) => {
        if (!draft.document.groups.some((it) => it.id === id)) addGroup({ id, at: where })(draft)
      },
  ),
  fc.tuple(group, place).map(([id, where]) => moveNodes(new Map([[id, where]]))),
  group.map((id) => deleteNodes([id])),
  fc.tuple(group, word).map(([id, title]) => renameGroup(id, title)),
  fc.tuple(group, fresh, word, index).map(
    ([to, id, words, where]): Command =>
      (draft) => {
        if (!findBlock(draft.document, id)) addBlock(to, text(id, words) as never, where)(draft)
      },
  ),
  fc.tuple(block, group, index).map(([id, to, where]) => moveBlock(id, to, where)),
  block.map((id) => deleteBlock(id)),
  fc.tuple(block, word).map(([id, value]) => updateBlock(id, ['options', 'labels', 'button'], value)),
  fc.tuple(block, word).map(([id]) => updateBlock(id, ['options'], undefined)),
  block.map(
    (id): Command =>
      (draft) =>
        duplicateBlock(id, counter(`d${JSON.stringify(draft.document).length}`))(draft),
  ),
  fc.tuple(fresh, index).map(
    ([id, where]): Command =>
      (draft) => {
        const found = findBlock(draft.document, 'a3')
        if (found && !itemsOf(found.block).some((it) => it.id === id)) addItem('a3', { id, content: id }, where)(draft)
      },
  ),
  fc.tuple(item, index).map(([id, where]) => moveItem('a3', id, where)),
  item.map((id) => deleteItem('a3', id)),
  fc.tuple(block, fc.option(item), group).map(
    ([from, itemId, to]): Command =>
      (draft) => {
        const exit = { blockId: from, ...(itemId !== null && { itemId }) }
        connect(`x${JSON.stringify(draft.document).length}`, exit, { groupId: to })(draft)
      },
  ),
  fc.constantFrom('e0', 'e1', 'e2').map((id) => disconnect([id])),
  fc.constantFrom('e0', 'e1', 'e2').map(
    (id): Command =>
      (draft) => {
        const fresh = counter(`y${JSON.stringify(draft.document).length}`)
        insertOnEdge(id, 'c', [fresh(), fresh()])(draft)
      },
  ),
  fc.constant(addVariable({ id: 'v3', name: 'Age' })),
  fc.tuple(fc.constantFrom('v1', 'v2'), word).map(([id, name]) => renameVariable(id, name)),
  fc.constant(deleteVariable('v2')),
  fc.constantFrom('one', 'two').map((name) => setField(['name'], name)),
  fc.constantFrom('#fff', undefined).map((value) => setField(['theme', 'chat', 'buttons', 'color'], value)),
  place.map(
    (where): Command =>
      (draft) => {
        if (!draft.document.events.some(({ id }) => id === 'ev')) addEvent('ev', 'reply', where)(draft)
      },
  ),
)

function counter(prefix: string) {
  let count = 0
  return () => `${prefix}-${count++}`
}

const runAll = (document: BotDocument, list: readonly Command[]) =>
  list.reduce((it, command) => perform(it, command).document, document)

describe('operations', () => {
  it('are taken back by their inverses, whatever the commands', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 12 }), (list) => {
        const operations =
          list.length === 0
            ? []
            : perform(start, (draft) => {
                for (const command of list) command(draft)
              }).operations
        const after = applyOperations(start, operations)
        expect(after).toEqual(runAll(start, list))
        expect(applyOperations(after, invertOperations(operations))).toEqual(start)
      }),
      { numRuns: 400 },
    )
  })

  it('that lead from one document to another are found by comparing them', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 8 }), (list) => {
        const after = runAll(start, list)
        const operations = diff(start, after)
        expect(applyOperations(start, operations)).toEqual(after)
        expect(applyOperations(after, invertOperations(operations))).toEqual(start)
      }),
      { numRuns: 400 },
    )
  })

  it('tell a block that went to another group as moved', () => {
    const after = runAll(start, [moveBlock('a2', 'b', 1)])
    expect(diff(start, after).map(({ kind }) => kind)).toEqual(['move'])
  })
})

describe('editing', () => {
  it('undoes and redoes every edit, one by one', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 10 }), (list) => {
        const editing = new Editing(start)
        const states = [start]
        for (const command of list) {
          editing.run('Edit', command)
          if (editing.document !== states.at(-1)) states.push(editing.document)
        }
        for (const state of states.slice(0, -1).reverse()) {
          editing.undo()
          expect(editing.document).toEqual(state)
        }
        for (const state of states.slice(1)) {
          editing.redo()
          expect(editing.document).toEqual(state)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('keeps the edges of a flow whole', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 12 }), (list) => {
        const document = runAll(start, list)
        for (const edge of document.edges) {
          const path = exitPath(document, edge.from)
          expect(path && valueAt(document, path)).toBe(edge.id)
          const target = document.groups.find(({ id }) => id === edge.to.groupId)
          expect(target).toBeDefined()
          if (edge.to.blockId) expect(target?.blocks.map(({ id }) => id)).toContain(edge.to.blockId)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('undoes a word typed as one edit, and the next one apart', () => {
    let now = 0
    const editing = new Editing(start, start, () => now)
    for (const title of ['W', 'Wo', 'Wor']) editing.run('Rename', renameGroup('a', title), 'title a')
    now = 10_000
    editing.run('Rename', renameGroup('a', 'Word'), 'title a')
    editing.undo()
    expect(editing.document.groups[0]?.title).toBe('Wor')
    editing.undo()
    expect(editing.document.groups[0]?.title).toBe('A')
  })

  it('keeps its history when it has been saved and when others have saved', () => {
    const editing = new Editing(start)
    editing.run('Rename', renameGroup('a', 'Mine'))
    editing.saved(editing.document)
    expect(editing.isSaved).toBe(true)
    editing.receive(runAll(editing.document, [renameGroup('b', 'Theirs')]))
    editing.undo()
    expect(editing.document.groups.map(({ title }) => title)).toEqual(['A', 'Theirs', 'C'])
  })

  it('does not take back what somebody else has written since', () => {
    const editing = new Editing(start)
    editing.run('Rename', renameGroup('a', 'Mine'))
    editing.saved(editing.document)
    editing.receive(runAll(editing.document, [renameGroup('a', 'Theirs')]))
    editing.undo()
    expect(editing.document.groups[0]?.title).toBe('Theirs')
  })
})

describe('merging', () => {
  it('loses nothing of edits on different parts, whoever comes first', () => {
    const here: fc.Arbitrary<Command> = fc.oneof(
      word.map((title) => renameGroup('a', title)),
      word.map((value) => updateBlock('a1', ['options', 'labels', 'button'], value)),
      place.map((where) => moveNodes(new Map([['a', where]]))),
      fc.constant(addItem('a3', { id: 'mine' })),
      fc.constant(setField(['theme', 'chat', 'buttons', 'color'], '#123456')),
      fc.constant(deleteItem('a3', 'i2')),
    )
    const there: fc.Arbitrary<Command> = fc.oneof(
      word.map((title) => renameGroup('b', title)),
      word.map((value) => updateBlock('b1', ['options', 'labels', 'button'], value)),
      fc.constant(addBlock('b', text('theirs', 'New') as never, 1)),
      fc.constant(moveBlock('b1', 'c', 0)),
      fc.constant(setField(['name'], 'Theirs')),
      fc.constant(addVariable({ id: 'v9', name: 'Theirs' })),
    )
    fc.assert(
      fc.property(fc.uniqueArray(here, { maxLength: 4 }), fc.uniqueArray(there, { maxLength: 4 }), (one, other) => {
        const mine = runAll(start, one)
        const theirs = runAll(start, other)
        const merged = merge(start, mine, theirs)
        expect(merged.conflicts).toEqual([])
        expect(merged.document).toEqual(merge(start, theirs, mine).document)
        expect(applyOperations(merged.document, invertOperations(diff(start, mine)))).toEqual(theirs)
      }),
      { numRuns: 300 },
    )
  })

  it('keeps both values of a field that two people changed, and lets one be chosen', () => {
    const editing = new Editing(start)
    editing.run('Rename', renameGroup('a', 'Mine'))
    editing.receive(runAll(start, [renameGroup('a', 'Theirs')]))
    expect(editing.document.groups[0]?.title).toBe('Mine')
    const [conflict] = editing.state.conflicts
    expect(conflict).toMatchObject({ base: 'A', mine: 'Mine', theirs: 'Theirs' })
    editing.settle(conflict!, 'theirs')
    expect(editing.document.groups[0]?.title).toBe('Theirs')
    expect(editing.state.conflicts).toEqual([])
  })

  it('brings a group back that was deleted elsewhere while it was edited here', () => {
    const mine = runAll(start, [updateBlock('c1', ['options', 'labels', 'button'], 'Go')])
    const { document, conflicts } = merge(start, mine, runAll(start, [deleteNodes(['c'])]))
    expect(valueAt(document, ['groups', '#c', 'blocks', '#c1', 'options', 'labels', 'button'])).toBe('Go')
    expect(conflicts).toHaveLength(1)
  })

  it('leaves no edge that leads nowhere', () => {
    const mine = runAll(start, [connect('new', { blockId: 'a3', itemId: 'i3' }, { groupId: 'c' })])
    const { document } = merge(start, mine, runAll(start, [deleteNodes(['c'])]))
    expect(document.edges.map(({ id }) => id)).toEqual(['e0', 'e1'])
    expect(itemsOf(findBlock(document, 'a3')!.block)[2]?.outgoingEdgeId).toBeUndefined()
  })
})

describe('copies', () => {
  it('carry groups through a clipboard into another bot, with new ids and variables found by name', () => {
    const clip = readClip(JSON.stringify(clipOf(start, new Set(['a', 'b']))))!
    const other = { ...start, variables: [{ id: 'w1', name: 'Name' }] }
    const { document } = perform(other, paste(clip, { x: 100, y: 50 }, counter('p')))
    const [first, second] = document.groups.slice(-2)
    expect(first?.graphCoordinates).toEqual({ x: 100, y: 50 })
    expect(second?.graphCoordinates).toEqual({ x: 500, y: 50 })
    expect(new Set(document.groups.map(({ id }) => id)).size).toBe(5)
    expect((first!.blocks[2] as { options?: unknown }).options).toEqual({ variableId: 'w1' })
    expect(document.edges).toHaveLength(4)
    expect(document.edges.at(-1)?.to).toEqual({ groupId: second?.id, blockId: second?.blocks[1]?.id })
    expect(readClip('anything')).toBeUndefined()
  })
})

describe('variables', () => {
  it('are renamed in the texts that name them', () => {
    const document = runAll(start, [renameVariable('v1', 'First name')])
    expect(JSON.stringify(document.groups)).toContain('Hello {{First name}}')
  })
})
