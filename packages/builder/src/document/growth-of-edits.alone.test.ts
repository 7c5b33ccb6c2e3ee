import {
  applyOperations,
  type BotDocument,
  documentOf,
  mergeBatches,
  mergeOperations,
  type Operation,
} from '@colloquy/flow/operations'
import { growthOf, maxGrowth } from '@colloquy/test-kit/growth'
import { describe, expect, test } from 'vitest'
import { bigFlow } from '../testing/big-flow.js'
import { collapse } from './commands/collapse.js'
import { deleteNodes } from './commands/delete-nodes.js'
import { disconnect } from './commands/disconnect.js'
import type { FreePosition } from './commands/free-position.js'
import { moveNodes } from './commands/move-nodes.js'
import { paste } from './commands/paste.js'
import { clipOf } from './copy.js'
import type { Command } from './draft.js'
import { Editing } from './editing.js'
import { inBatches } from './in-batches.js'

const largest = 4_000
const made = new Map<number, BotDocument>()
function documentWith(groups: number): BotDocument {
  const flow = bigFlow(groups, 2)
  const variables = flow.groups.map(({ id }) => ({ id: `v${id}`, name: `Name of ${id}` }))
  const document =
    made.get(groups) ?? documentOf({ icon: null, theme: {}, settings: {}, ...flow, variables } as never as BotDocument)
  made.set(groups, document)
  return document
}
const newIds = () => {
  let count = 0
  return () => `new-${count++}`
}
const idsOf = ({ groups }: BotDocument) => groups.map(({ id }) => id)

/** For each kind of operation, one at each group of a document: at ends and in the middle of long and of short lists. */
const batches: Record<Operation['kind'], (document: BotDocument) => Operation[]> = {
  set: ({ groups }) =>
    groups.map(({ id, title }) => ({
      kind: 'set',
      path: ['groups', `#${id}`, 'title'],
      value: `${title}!`,
      was: title,
    })),
  insert: ({ groups }) =>
    groups.map((group, index) => ({
      kind: 'insert',
      spot: { list: ['groups'], after: index % 2 ? null : group.id },
      element: { ...group, id: `new-${group.id}`, blocks: [] },
    })),
  remove: ({ groups }) =>
    groups.map((group) => ({ kind: 'remove', spot: { list: ['groups'], after: null }, element: group as never })),
  move: ({ groups }) =>
    groups.map(({ id, blocks }, index) => ({
      kind: 'move',
      id: blocks[0]!.id,
      from: { list: ['groups', `#${id}`, 'blocks'], after: null },
      to: { list: ['groups', `#${groups.at(index - 1)!.id}`, 'blocks'], after: null },
    })),
}

describe.each(Object.entries(batches))(
  'The time of a batch of operations grows with it, not faster: %s',
  (_, batchOf) => {
    test.each<[string, (document: BotDocument, operations: Operation[]) => unknown]>([
      ['applied', applyOperations],
      ['merged', mergeOperations],
      [
        'merged in small batches',
        (document, operations) =>
          mergeBatches(
            document,
            operations.map((it) => [it]),
          ),
      ],
      ['divided', (document, operations) => inBatches(document, operations, newIds())],
    ])('%s', async (_, work) => {
      const prepared = new Map<number, Operation[]>()
      const growth = await growthOf((size) => {
        const document = documentWith(size)
        const operations = prepared.get(size) ?? batchOf(document)
        prepared.set(size, operations)
        return work(document, operations)
      }, largest)
      expect(growth.factor, JSON.stringify(growth)).toBeLessThan(maxGrowth)
    })
  },
)

/** The commands that people run on all groups at once. */
const commands: Record<string, (document: BotDocument) => Command> = {
  move: (document) => moveNodes(new Map(document.groups.map(({ id }, index) => [id, { x: -index, y: 1 }]))),
  collapse: (document) => collapse(idsOf(document), true),
  duplicate: (document) =>
    paste(clipOf(document, new Set(idsOf(document))), { x: 40, y: 40 } as FreePosition, newIds()),
  delete: (document) => deleteNodes(idsOf(document)),
  disconnect: (document) => disconnect(document.edges.map(({ id }) => id)),
}

test.each(Object.entries(commands))(
  'The time to %s all groups, and to undo and redo that, grows with their number, not faster',
  async (_, commandFor) => {
    const growth = await growthOf((size) => {
      const document = documentWith(size)
      const editing = new Editing(document)
      editing.run('Edit', commandFor(document))
      editing.undo()
      editing.redo()
      return editing.document
    }, largest)
    expect(growth.factor, JSON.stringify(growth)).toBeLessThan(maxGrowth)
  },
)
