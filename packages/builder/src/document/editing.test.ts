import { flowSchema } from '@colloquy/flow'
import {
  applyOperations,
  type BotDocument,
  diff,
  exitPath,
  findBlock,
  invertOperations,
  itemsOf,
  mergeOperations,
  type Operation,
  valueAt,
  WorkingBot,
} from '@colloquy/flow/operations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addBlock } from './commands/add-block.js'
import { addGroup } from './commands/add-group.js'
import { addItem } from './commands/add-item.js'
import { addVariable } from './commands/add-variable.js'
import { connect } from './commands/connect.js'
import { deleteBlock } from './commands/delete-block.js'
import { deleteItem } from './commands/delete-item.js'
import { deleteNodes } from './commands/delete-nodes.js'
import { moveBlock } from './commands/move-block.js'
import { moveItem } from './commands/move-item.js'
import { moveNodes } from './commands/move-nodes.js'
import { paste } from './commands/paste.js'
import { renameGroup } from './commands/rename-group.js'
import { renameVariable } from './commands/rename-variable.js'
import { replaceBlock } from './commands/replace-block.js'
import { setField } from './commands/set-field.js'
import { updateBlock } from './commands/update-block.js'
import { clipOf, holdsClip } from './copy.js'
import { type Command, perform } from './draft.js'
import { Editing } from './editing.js'
import { readClip } from './read-clip.js'
import { takeMine } from './take-mine.js'
import { positionAt } from './testing/position-at.js'
import { at, commands, counter, location, start, text, word, words } from './testing/random-commands.js'
import { ServiceInMemory } from './testing/service-in-memory.js'

const runAll = (document: BotDocument, list: readonly Command[]) =>
  list.reduce((it, command) => perform(it, command).document, document)

describe('operations', () => {
  it('are undone by their inverses, whatever the commands', () => {
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

  it('report a block that went to another group as moved', () => {
    const after = runAll(start, [moveBlock('a2', 'b', 1)])
    expect(diff(start, after).map(({ kind }) => kind)).toEqual(['move'])
  })
})

describe('editing', () => {
  it('sends a large paste, its undo and its redo in batches that the service takes, with all edges', () => {
    const groups = Array.from({ length: 400 }, (_, index) => ({
      ...start.groups[0]!,
      id: `new${index}`,
      blocks: [{ id: `new-b${index}`, type: 'text', outgoingEdgeId: `new-e${index}` }] as never,
    }))
    const edges = groups.map((_, index) => ({
      id: `new-e${index}`,
      from: { blockId: `new-b${index}` },
      to: { groupId: `new${(index + 1) % groups.length}` },
    }))
    const service = new ServiceInMemory(start)
    const editing = service.client()
    editing.run('Paste', (draft) => {
      for (const element of groups) draft.insert(['groups'], element as never)
      for (const element of edges) draft.insert(['edges'], element as never)
    })
    const pasted = editing.document
    const save = (expected: BotDocument) => {
      expect(editing.state.pending.length).toBeGreaterThan(1)
      for (const { operations } of editing.state.pending) expect(operations.length).toBeLessThanOrEqual(500)
      service.save(editing)
      expect(service.document).toEqual(expected)
      expect(editing.document).toEqual(expected)
      expect(editing.state.conflicts).toEqual([])
    }
    save(pasted)
    editing.undo()
    save(start)
    editing.redo()
    save(pasted)
  })

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
        expectWhole(document)
      }),
      { numRuns: 400 },
    )
  })

  it('undoes a word typed as one edit, and the next one apart', () => {
    let now = 0
    const editing = new Editing(start, 0, { now: () => now })
    for (const title of ['W', 'Wo', 'Wor']) editing.run('Rename', renameGroup('a', title), 'title a')
    now = 10_000
    editing.run('Rename', renameGroup('a', 'Word'), 'title a')
    editing.undo()
    expect(editing.document.groups[0]?.title).toBe('Wor')
    editing.undo()
    expect(editing.document.groups[0]?.title).toBe('A')
  })

  it('keeps its history when it has been saved and when others have saved', () => {
    const service = new ServiceInMemory(start)
    const [editing, other] = [service.client(), service.client()]
    editing.run('Rename', renameGroup('a', 'Mine'))
    service.save(editing)
    expect(editing.isSaved).toBe(true)
    other.run('Rename', renameGroup('b', 'Theirs'))
    service.save(other)
    service.tell(editing)
    editing.undo()
    expect(editing.document.groups.map(({ title }) => title)).toEqual(['A', 'Theirs', 'C'])
  })

  it('does not undo what somebody else has written since', () => {
    const service = new ServiceInMemory(start)
    const [editing, other] = [service.client(), service.client()]
    editing.run('Rename', renameGroup('a', 'Mine'))
    service.save(editing)
    service.tell(other)
    other.run('Rename', renameGroup('a', 'Theirs'))
    service.save(other)
    service.tell(editing)
    expect(editing.undo()).toBeUndefined()
    expect(editing.document.groups[0]?.title).toBe('Theirs')
  })

  it('takes back its own words in a block that somebody else has moved to another group', () => {
    const service = new ServiceInMemory(start)
    const [editing, other] = [service.client(), service.client()]
    editing.run('Write', updateBlock('a1', ['content'], words('Go')))
    service.save(editing)
    service.tell(other)
    other.run('Move', moveBlock('a1', 'c', 0))
    service.save(other)
    service.tell(editing)
    editing.undo()
    service.save(editing)
    expect(findBlock(service.document, 'a1')).toMatchObject({ group: { id: 'c' }, block: { id: 'a1' } })
    expect(JSON.stringify(service.document)).not.toContain('Go')
  })

  it('takes back, all of it, what it put in and the service has cleaned up since', () => {
    const editing = new Editing(start)
    const save = (...cleaning: Operation[]) => {
      const { id, operations } = editing.send()!
      const acknowledged = { id, revision: editing.state.revision + 1, operations: [...operations, ...cleaning] }
      editing.settled(id, [acknowledged], [])
    }
    const question = { id: 'q', type: 'text input', options: { variableId: 'kept' } } as never
    editing.run('Ask', (draft) => {
      addVariable({ id: 'kept', name: 'Kept' })(draft)
      addGroup({ id: 'new', at: positionAt(0, 0), blocks: [question] })(draft)
    })
    save({ kind: 'set', path: ['variables', '#kept', 'isSessionVariable'], value: false })
    expect(valueAt(editing.document, ['variables', '#kept', 'isSessionVariable'])).toBe(false)
    editing.run('Rename', renameGroup('new', 'Renamed'))
    save()
    editing.undo()
    editing.undo()
    expect(editing.document).toEqual(start)
    editing.redo()
    expect(findBlock(editing.document, 'q')?.group.id).toBe('new')
  })

  it('ignores a complete document that is older than its own, because a newer answer came first', () => {
    const service = new ServiceInMemory(start)
    const editing = service.client()
    editing.run('Rename', renameGroup('a', 'Saved since'))
    service.save(editing)
    editing.replace(start, 0)
    expect(editing.document.groups[0]?.title).toBe('Saved since')
  })

  it('sends a typed word as one operation, and nothing for one that was undone', () => {
    const editing = new Editing(start)
    for (const title of ['W', 'Wo', 'Wor']) editing.run('Rename', renameGroup('a', title), 'title a')
    expect(editing.state.pending.map(({ operations }) => operations)).toEqual([
      [{ kind: 'set', path: ['groups', '#a', 'title'], value: 'Wor', was: 'A' }],
    ])
    editing.undo()
    expect(editing.isSaved).toBe(true)
  })
})

describe('two people', () => {
  /** An action of one of the editors, or an event on the network. */
  const step = fc.record({
    who: fc.nat(1),
    what: fc.oneof(
      { weight: 6, arbitrary: commands.map((command) => ({ kind: 'edit' as const, command })) },
      { weight: 1, arbitrary: fc.constantFrom({ kind: 'undo' as const }, { kind: 'redo' as const }) },
      {
        weight: 4,
        arbitrary: fc
          .constantFrom(
            'send' as const,
            'arrive' as const,
            'answer' as const,
            'tell' as const,
            'lose' as const,
            'reload' as const,
          )
          .map((event) => ({ kind: 'network' as const, event })),
      },
    ),
  })

  it('and the service end with one valid document, whatever comes between edits, requests and answers', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const service = new ServiceInMemory(start)
        const people = [service.client(), service.client()]
        for (const { who, what } of steps) {
          const editing = people[who]!
          if (what.kind === 'edit') editing.run('Edit', what.command)
          else if (what.kind === 'network') service[what.event](editing)
          else editing[what.kind]()
        }
        for (const editing of [...people, ...people]) service.save(editing)
        for (const editing of people) {
          service.tell(editing)
          expect(editing.state.pending).toEqual([])
          expect(editing.document).toEqual(service.document)
        }
        const { name, icon, theme, settings, ...flow } = service.document
        expect(flowSchema.parse(flow)).toEqual(flow)
        expectWhole(service.document)
      }),
      { numRuns: 400 },
    )
  })

  it('lose nothing of edits on different parts, in whichever order they reach the service', () => {
    const here: fc.Arbitrary<Command> = fc.oneof(
      word.map((title) => renameGroup('a', title)),
      word.map((value) => updateBlock('a1', ['options', 'labels', 'button'], value)),
      location.map((where) => moveNodes(new Map([['a', where]]))),
      fc.constant(addItem('a3', { id: 'mine' })),
      fc.constant(setField(['theme', 'chat', 'buttons', 'color'], '#123456')),
      fc.constant(deleteItem('a3', 'i2')),
    )
    const there: fc.Arbitrary<Command> = fc.oneof(
      word.map((title) => renameGroup('b', title)),
      word.map((value) => updateBlock('b1', ['options', 'labels', 'button'], value)),
      word.map((value) => updateBlock('a1', ['options', 'labels', 'placeholder'], value)),
      fc.constant(addBlock('b', text('theirs', 'New') as never, 1)),
      fc.constant(moveBlock('b1', 'c', 0)),
      fc.constant(moveBlock('a1', 'c', 0)),
      fc.constant(setField(['name'], 'Theirs')),
      fc.constant(setField(['theme', 'chat', 'inputs', 'color'], '#654321')),
      fc.constant(addVariable({ id: 'v9', name: 'Theirs' })),
    )
    const each = fc.tuple(fc.uniqueArray(here, { maxLength: 4 }), fc.uniqueArray(there, { maxLength: 4 }))
    fc.assert(
      fc.property(each, ([one, other]) => {
        const mine = perform(start, (draft) => one.map((command) => command(draft))).operations
        const theirs = perform(start, (draft) => other.map((command) => command(draft))).operations
        const merged = mergeOperations(applyOperations(start, theirs), mine)
        expect(merged.conflicts).toEqual([])
        const otherWay = mergeOperations(applyOperations(start, mine), theirs)
        expect(otherWay.conflicts).toEqual([])
        expect(merged.document).toEqual(otherWay.document)
        // Applied again, as after a lost answer, they change nothing.
        expect(mergeOperations(merged.document, mine).document).toEqual(merged.document)
      }),
      { numRuns: 400 },
    )
  })

  /** Both editors begin with the same document; the second edit reaches the server before its author has received the first one. */
  const clash = (first: Command, second: Command) => {
    const service = new ServiceInMemory(start)
    const [one, two] = [service.client(), service.client()]
    one.run('First', first)
    two.run('Second', second)
    service.save(one)
    service.save(two)
    expectWhole(service.document)
    return { service, editing: two, conflicts: two.state.conflicts }
  }

  it('who change one field see both values: the first one stands, and the second can be chosen instead', () => {
    const { service, editing, conflicts } = clash(renameGroup('a', 'Theirs'), renameGroup('a', 'Mine'))
    expect(conflicts).toEqual([{ path: ['groups', '#a', 'title'], reason: 'changed', mine: 'Mine' }])
    expect(editing.document.groups[0]?.title).toBe('Theirs')
    editing.settle(conflicts[0]!, takeMine)
    service.save(editing)
    expect(service.document.groups[0]?.title).toBe('Mine')
    expect(editing.state.conflicts).toEqual([])
  })

  it('who give one block different types: the first one stands, and the second can be chosen with all its fields', () => {
    const into = (type: string, rest: object) => replaceBlock({ id: 'b1', type, ...rest } as never)
    const items = [{ id: 'i', content: 'Yes' }]
    const { service, editing, conflicts } = clash(
      into('openai', { options: { action: 'Create Transcription' } }),
      into('choice input', { items }),
    )
    expect(conflicts).toMatchObject([{ reason: 'changed', path: ['groups', '#b', 'blocks', '#b1'] }])
    expect(findBlock(service.document, 'b1')?.block.type).toBe('openai')
    editing.settle(conflicts[0]!, takeMine)
    service.save(editing)
    expect(findBlock(service.document, 'b1')?.block).toMatchObject({ type: 'choice input', items })
    expect(findBlock(service.document, 'b1')?.block).not.toHaveProperty('options')
    expect(editing.state).toMatchObject({ conflicts: [], held: [] })
  })

  it('of whom one deletes what the other edits: the edit is kept so that it can be restored', () => {
    const edit: Command = (draft) => [renameGroup('c', 'Go')(draft), updateBlock('c1', ['content'], words('Go'))(draft)]
    const { service, editing, conflicts } = clash(deleteNodes(['c']), edit)
    expect(conflicts).toMatchObject([{ path: ['groups', '#c'], reason: 'deleted' }])
    expect(service.document.groups.map(({ id }) => id)).toEqual(['a', 'b'])
    editing.settle(conflicts[0]!, takeMine)
    service.save(editing)
    expect(service.document.groups[2]).toMatchObject({ title: 'Go', blocks: [{ id: 'c1', content: words('Go') }] })
    expectWhole(service.document)
  })

  it('of whom one edits what the other deletes: nothing of the deletion is done, and it can be chosen', () => {
    const edit = updateBlock('c1', ['content'], words('Go'))
    const { service, editing, conflicts } = clash(edit, deleteNodes(['c']))
    expect(conflicts).toMatchObject([{ path: ['groups', '#c'], reason: 'changed', mine: undefined }])
    expect(service.document.edges.map(({ id }) => id)).toEqual(['e0', 'e1', 'e2'])
    editing.settle(conflicts[0]!, takeMine)
    service.save(editing)
    expect(service.document.groups.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('of whom one adds an edge to what the other deletes: the edge goes', () => {
    const drawing = connect('new', { blockId: 'a3', itemId: 'i3' }, { groupId: 'c' })
    const { service, conflicts } = clash(deleteNodes(['c']), drawing)
    expect(service.document.edges.map(({ id }) => id)).toEqual(['e0', 'e1'])
    expect(itemsOf(findBlock(service.document, 'a3')!.block)[2]?.outgoingEdgeId).toBeUndefined()
    expect(conflicts).toMatchObject([{ reason: 'deleted', path: ['groups', '#c'], edge: { id: 'new' } }])
  })

  it('who connect one exit: the first edge stays, and the second can be chosen instead', () => {
    const exit = { blockId: 'a3', itemId: 'i3' }
    const { service, editing, conflicts } = clash(
      connect('one', exit, { groupId: 'b' }),
      connect('two', exit, { groupId: 'c' }),
    )
    expect(service.document.edges.map(({ id }) => id)).toEqual(['e0', 'e1', 'e2', 'one'])
    editing.settle(conflicts[0]!, takeMine)
    service.save(editing)
    expect(service.document.edges.at(-1)).toMatchObject({ from: exit, to: { groupId: 'c' } })
    expect(service.document.edges).toHaveLength(4)
    expectWhole(service.document)
  })

  it('of whom one adds an edge to a block that the other moves: the edge follows', () => {
    const drawing = connect('new', { blockId: 'c1' }, { groupId: 'b', blockId: 'b2' })
    const { service, conflicts } = clash(moveBlock('b2', 'a', 0), drawing)
    expect(service.document.edges.at(-1)?.to).toEqual({ groupId: 'a', blockId: 'b2' })
    expect(conflicts).toEqual([])
  })

  it('who move one block to different groups: the first move stands, and the second can be chosen instead', () => {
    const { service, editing, conflicts } = clash(moveBlock('a1', 'b', 0), moveBlock('a1', 'c', 0))
    expect(findBlock(service.document, 'a1')?.group.id).toBe('b')
    editing.settle(conflicts[0]!, takeMine)
    service.save(editing)
    expect(findBlock(service.document, 'a1')?.group.id).toBe('c')
    expect(service.document.groups.flatMap(({ blocks }) => blocks.map(({ id }) => id)).toSorted()).toHaveLength(6)
  })

  it('of whom one deletes a block that the other moves: it is not deleted, and the other way it is not moved', () => {
    expect(findBlock(clash(moveBlock('a1', 'b', 0), deleteBlock('a1')).service.document, 'a1')?.group.id).toBe('b')
    const { service, conflicts } = clash(deleteBlock('a1'), moveBlock('a1', 'b', 0))
    expect(findBlock(service.document, 'a1')).toBeUndefined()
    expect(conflicts).toMatchObject([{ reason: 'deleted', path: ['groups', '#a', 'blocks', '#a1'] }])
  })

  it('who put things in at one place both have them, and of two orders the later one stands', () => {
    const { service } = clash(addBlock('c', text('x', 'X') as never, 0), addBlock('c', text('y', 'Y') as never, 0))
    expect(service.document.groups[2]?.blocks.map(({ id }) => id)).toEqual(['y', 'x', 'c1'])
    const { service: ordered, conflicts } = clash(moveItem('a3', 'i1', 2), moveItem('a3', 'i1', 1))
    expect(itemsOf(findBlock(ordered.document, 'a3')!.block).map(({ id }) => id)).toEqual(['i2', 'i1', 'i3'])
    expect(conflicts).toEqual([])
  })

  it('who make things of one id: the first one has it', () => {
    const { service, conflicts } = clash(
      addGroup({ id: 'n', at, title: 'One' }),
      addBlock('c', text('n', 'fine elsewhere') as never),
    )
    expect(conflicts).toEqual([])
    expect(service.document.groups).toHaveLength(4)
    const other = clash(addBlock('b', text('n', 'One') as never), addBlock('c', text('n', 'Two') as never))
    expect(findBlock(other.service.document, 'n')?.group.id).toBe('b')
    expect(other.conflicts).toMatchObject([{ reason: 'taken', path: ['groups', '#b', 'blocks', '#n'] }])
  })
})

function expectWhole(document: BotDocument) {
  for (const edge of document.edges) {
    const path = exitPath(new WorkingBot(document), edge.from)
    expect(path && valueAt(document, path)).toBe(edge.id)
    const target = document.groups.find(({ id }) => id === edge.to.groupId)
    expect(target).toBeDefined()
    if (edge.to.blockId) expect(target?.blocks.map(({ id }) => id)).toContain(edge.to.blockId)
  }
}

function clipRead(text: string) {
  expect(holdsClip(text)).toBe(true)
  const read = readClip(text)
  if (!read.ok) throw new Error(read.reason)
  return read.clip
}

const placeholderName = fc.string({ minLength: 1 }).filter((name) => !/[{}]/.test(name))

const withOption = (options: object) => ({
  ...start.groups[0],
  blocks: [{ id: 'q', type: 'text input', options }],
})

describe('copies', () => {
  /** Names and ids that need care: in JSON, in patterns, and as keys of objects. */
  const oddTexts = [
    'Plain',
    'So-called "name"',
    'back\\slash',
    'line\nbreak',
    'US$$',
    '$&',
    'constructor',
    '__proto__',
    '💬',
  ]

  it('take the variables along that they name, whatever these are called', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.oneof(fc.constantFrom(...oddTexts), placeholderName), { minLength: 1 }),
        (names) => {
          const variables = names.map((name, index) => ({ id: `v-${index}`, name }))
          const blocks = names.map((name, index) => text(`t-${index}`, `Hi {{${name}}}`))
          const group = { ...start.groups[0]!, blocks: blocks as never }
          const clip = clipOf({ ...start, groups: [group], edges: [], variables }, new Set([group.id]))
          const { document } = perform({ ...start, variables: [] }, paste(clip, at, counter('p')))
          expect(document.variables.map(({ name }) => name)).toEqual(names)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('keep the original where ids of groups, blocks, items, edges and variables are the same', () => {
    const id = 'email'
    const choice = {
      id,
      type: 'choice input',
      items: [{ id, content: 'Yes', outgoingEdgeId: id }],
      options: { variableId: id },
    }
    const group = { ...start.groups[0]!, id, blocks: [choice] as never }
    const edges = [{ id, from: { blockId: id, itemId: id }, to: { groupId: id } }]
    const document = { ...start, groups: [group], edges, variables: [{ id, name: 'Email' }] }
    const { document: after, operations } = perform(document, paste(clipOf(document, new Set([id])), at, counter('p')))
    expect(after.groups[0]).toEqual(group)
    expect(after.groups).toHaveLength(2)
    const [copy] = after.groups[1]!.blocks as unknown as (typeof choice)[]
    expect(copy?.options).toEqual({ variableId: id })
    expect(after.edges[1]).toEqual({
      id: copy?.items[0]?.outgoingEdgeId,
      from: { blockId: copy?.id, itemId: copy?.items[0]?.id },
      to: { groupId: after.groups[1]?.id },
    })
    expectWhole(after)
    expect(applyOperations(after, invertOperations(operations))).toEqual(document)
  })

  it('get distinct ids where those of the clip repeat', () => {
    const clip = clipOf(start, new Set(['a']))
    const { document } = perform(start, paste({ ...clip, groups: [...clip.groups, ...clip.groups] }, at, counter('p')))
    const ids = document.groups.flatMap(({ id, blocks }) => [id, ...blocks.map((block) => block.id)])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each([
    ['without blocks', { groups: [{ ...start.groups[0], blocks: undefined }] }],
    ['with a number as a placeholder', { groups: [withOption({ labels: { placeholder: 5 } })] }],
    ['without y', { groups: [{ ...start.groups[0], graphCoordinates: { x: 1 } }] }],
    ['with null as an edge', { edges: [null] }],
  ])('%s are refused with a reason', (_, rest) => {
    const clip = JSON.stringify({ ...clipOf(start, new Set(['a'])), ...rest })
    expect(readClip(clip)).toMatchObject({ ok: false, reason: expect.stringMatching(/^(groups|edges)\.0.*\.$/) })
  })

  it('carry groups through a clipboard into another bot, with new ids and variables found by name', () => {
    const clip = clipRead(JSON.stringify(clipOf(start, new Set(['a', 'b']))))
    const other = { ...start, variables: [{ id: 'w1', name: 'Name' }] }
    const { document } = perform(other, paste(clip, positionAt(100, 50), counter('p')))
    const [first, second] = document.groups.slice(-2)
    expect(first?.graphCoordinates).toEqual({ x: 100, y: 50 })
    expect(second?.graphCoordinates).toEqual({ x: 500, y: 50 })
    expect(new Set(document.groups.map(({ id }) => id)).size).toBe(5)
    expect((first!.blocks[2] as { options?: unknown }).options).toEqual({ variableId: 'w1' })
    expect(document.edges).toHaveLength(4)
    expect(document.edges.at(-1)?.to).toEqual({ groupId: second?.id, blockId: second?.blocks[1]?.id })
    expect(holdsClip('anything')).toBe(false)
  })

  it('keep titles and texts that read like an id', () => {
    const blocks = [text('hi', 'hi'), text('v1', 'v1')]
    const group = { ...start.groups[0]!, id: 'Welcome', title: 'Welcome', blocks: blocks as never }
    const clip = clipOf({ ...start, groups: [group], edges: [] }, new Set(['Welcome']))
    const { document } = perform(start, paste(clip, positionAt(0, 0), counter('p')))
    const copy = document.groups.at(-1)!
    expect(copy.id).not.toBe('Welcome')
    expect(copy.title).toBe('Welcome')
    expect(copy.blocks.map((block) => JSON.stringify((block as { content?: unknown }).content))).toEqual(
      blocks.map(({ content }) => JSON.stringify(content)),
    )
  })
})

describe('variables', () => {
  it('are renamed in all texts that name them, to any name that a placeholder can have', () => {
    const theme = { chat: { hostAvatar: { isEnabled: true, url: '{{Name}}' } } }
    const settings = { metadata: { title: 'For {{Name}}' } }
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom('US$$', '$&', '$`', 'a}}b', '"', '\\'), fc.string()), (name) => {
        const before = { ...start, theme, settings } as BotDocument
        const after = perform(before, renameVariable('v1', name)).document
        const renamed = after.variables[0]!.name
        expect(JSON.stringify(after.groups)).toContain(JSON.stringify(`Hello {{${renamed}}}`).slice(1, -1))
        expect(after.theme.chat?.hostAvatar?.url).toBe(`{{${renamed}}}`)
        expect(after.settings.metadata?.title).toBe(`For {{${renamed}}}`)
        expect(renamed).not.toMatch(/[{}]/)
      }),
      { numRuns: 100 },
    )
  })

  it('keep their name if they stand for an attribute of the contact', () => {
    const attribute = { id: 'va', name: 'contact.plan', attribute: { key: 'plan', type: 'text' as const } }
    const before = { ...start, variables: [...start.variables, attribute] } as BotDocument
    expect(perform(before, renameVariable('va', 'Plan')).document).toEqual(before)
  })

  it('are renamed in the texts that name them', () => {
    const document = runAll(start, [renameVariable('v1', 'First name')])
    expect(JSON.stringify(document.groups)).toContain('Hello {{First name}}')
  })
})

describe('who may look and nothing else', () => {
  it('folds groups over what others make of them, and none of that is the document', () => {
    const editing = new Editing(start, 0, { isReadOnly: true })
    const [group] = start.groups.filter(({ blocks }) => blocks.length > 0)
    const { id } = group!
    const shown = () => editing.document.groups.find((it) => it.id === id)
    const land = (revision: number, command: Command) =>
      editing.receive([{ id: `b${revision}`, revision, operations: perform(editing.content, command).operations }])

    editing.fold([id], true)
    expect(shown()?.isCollapsed).toBe(true)
    expect(editing.content).toEqual(start)
    expect(editing.isSaved).toBe(true)
    expect(land(1, renameGroup(id, 'Another title'))).toBe(true)
    expect(shown()).toMatchObject({ title: 'Another title', isCollapsed: true })
    expect(editing.content).toEqual(perform(start, renameGroup(id, 'Another title')).document)
    editing.fold([id], false)
    expect(editing.document).toEqual(editing.content)
    editing.fold([id], true)
    expect(land(2, deleteNodes([id]))).toBe(true)
    expect(shown()).toBeUndefined()
    expect(editing.document).toEqual(editing.content)
  })
})
