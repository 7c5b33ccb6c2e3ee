import { type Flow, flowSchema } from '@colloquy/flow'
import { withUniqueIds } from '@colloquy/flow/operations'
import { expect, it } from 'vitest'
import { renameGroup } from './commands/rename-group.js'
import { at, start, text } from './testing/random-commands.js'
import { ServiceInMemory } from './testing/service-in-memory.js'
import { uniqueIdOperations } from './unique-id-operations.js'

const group = (id: string, title: string, blocks: object[]) => ({ id, title, graphCoordinates: at, blocks })
const items = (...ids: string[]) => ids.map((id) => ({ id, content: id }))
const repeated: Flow = flowSchema.parse({
  events: [{ id: 's', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e' }],
  groups: [
    group('g', 'One', [text('b', 'One', { outgoingEdgeId: 'e' }), text('b', 'Two')]),
    group('h', 'Other', [{ id: 'c', type: 'choice input', items: items('i', 'i') }]),
    group('g', 'Two', [text('b', 'Three')]),
    group('', 'Empty', []),
    group('x'.repeat(301), 'Long', []),
  ],
  edges: [
    { id: 'e', from: { eventId: 's' }, to: { groupId: 'g' } },
    { id: 'e', from: { blockId: 'b' }, to: { groupId: 'h' } },
  ],
  variables: [
    { id: 'v', name: 'A' },
    { id: 'v', name: 'B' },
  ],
})
const document = { ...start, ...repeated }

it('a draft whose ids repeat or cannot be used gets distinct ones by operations that the service takes', () => {
  const service = new ServiceInMemory(document)
  const editing = service.client()
  editing.repair(uniqueIdOperations(editing.document))
  service.save(editing)
  expect(editing.state).toMatchObject({ pending: [], held: [], conflicts: [] })
  expect(service.document).toEqual({ ...document, ...withUniqueIds(repeated).flow })
  expect(editing.document).toEqual(service.document)
  expect(uniqueIdOperations(editing.document)).toEqual([])
})

it('an edit of a draft whose ids repeat is undone, and everything is saved', () => {
  const service = new ServiceInMemory(document)
  const editing = service.client()
  editing.run('Rename', renameGroup('h', 'Renamed'))
  service.save(editing)
  editing.undo()
  editing.run('Rename', renameGroup('', 'Not empty'))
  service.save(editing)
  expect(editing.state).toMatchObject({ pending: [], held: [], conflicts: [] })
  expect(service.document.groups.map(({ title }) => title)).toEqual(['One', 'Other', 'Two', 'Not empty', 'Long'])
})
