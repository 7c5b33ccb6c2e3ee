import { type Flow, flowSchema } from '@colloquy/flow'
import { type BotDocument, findBlock, itemsOf } from '@colloquy/flow/operations'
import fc from 'fast-check'
import { t } from '../../i18n/i18n.js'
import { addBlock } from '../commands/add-block.js'
import { addEvent } from '../commands/add-event.js'
import { addGroup } from '../commands/add-group.js'
import { addItem } from '../commands/add-item.js'
import { addVariable } from '../commands/add-variable.js'
import { connect } from '../commands/connect.js'
import { deleteBlock } from '../commands/delete-block.js'
import { deleteItem } from '../commands/delete-item.js'
import { deleteNodes } from '../commands/delete-nodes.js'
import { deleteVariable } from '../commands/delete-variable.js'
import { disconnect } from '../commands/disconnect.js'
import { duplicateBlock } from '../commands/duplicate-block.js'
import { insertOnEdge } from '../commands/insert-on-edge.js'
import { moveBlock } from '../commands/move-block.js'
import { moveItem } from '../commands/move-item.js'
import { moveNodes } from '../commands/move-nodes.js'
import { renameGroup } from '../commands/rename-group.js'
import { renameVariable } from '../commands/rename-variable.js'
import { setField } from '../commands/set-field.js'
import { updateBlock } from '../commands/update-block.js'
import type { Command } from '../draft.js'
import { positionAt } from './position-at.js'

export const at = positionAt(0, 0)
export const words = (said: string) => ({ richText: [{ type: 'p', children: [{ text: said }] }] })
export const text = (id: string, said: string, rest = {}) => ({ id, type: 'text', content: words(said), ...rest })

const flow: Flow = flowSchema.parse({
  events: [{ id: 's', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e0' }],
  groups: [
    {
      id: 'a',
      title: 'A',
      graphCoordinates: at,
      blocks: [text('a1', t('Hello {{Name}}')), text('a2', t('Next')), choice()],
    },
    { id: 'b', title: 'B', graphCoordinates: { x: 400, y: 0 }, blocks: [text('b1', t('Yes')), text('b2', t('Bye'))] },
    { id: 'c', title: 'C', graphCoordinates: { x: 400, y: 300 }, blocks: [text('c1', t('No'))] },
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
    { id: 'i1', content: t('Yes'), outgoingEdgeId: 'e1' },
    { id: 'i2', content: t('No'), outgoingEdgeId: 'e2' },
    { id: 'i3', content: t('Maybe') },
  ]
  return { id: 'a3', type: 'choice input', items, options: { variableId: 'v1' } }
}

export const start: BotDocument = { name: 'Bot', icon: null, ...flow, theme: {}, settings: {} }

/** Random commands, with ids that may or may not still exist. */
const group = fc.constantFrom('a', 'b', 'c', 'n0', 'n1')
const block = fc.constantFrom('a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'n2', 'n3')
const item = fc.constantFrom('i1', 'i2', 'i3', 'n4')
const index = fc.nat(4)
export const location = fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) })
export const word = fc.constantFrom('', 'one', 'two {{Name}}', 'three')
const fresh = fc.constantFrom('n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7')

export const commands: fc.Arbitrary<Command> = fc.oneof(
  fc.tuple(fresh, location).map(
    ([id, where]): Command =>
      (draft) => {
        if (!draft.document.groups.some((it) => it.id === id)) addGroup({ id, at: positionAt(where.x, where.y) })(draft)
      },
  ),
  fc.tuple(group, location).map(([id, where]) => moveNodes(new Map([[id, where]]))),
  group.map((id) => deleteNodes([id])),
  fc.tuple(group, word).map(([id, title]) => renameGroup(id, title)),
  fc.tuple(group, fresh, word, index).map(
    ([to, id, said, where]): Command =>
      (draft) => {
        if (!findBlock(draft.document, id)) addBlock(to, text(id, said) as never, where)(draft)
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
  location.map(
    (where): Command =>
      (draft) => {
        if (!draft.document.events.some(({ id }) => id === 'ev'))
          addEvent('ev', 'reply', positionAt(where.x, where.y))(draft)
      },
  ),
)

/** Creates a generator of ids with a prefix and an increasing number. */
export function counter(prefix: string) {
  let count = 0
  return () => `${prefix}-${count++}`
}
