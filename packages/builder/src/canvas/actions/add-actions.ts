import type { BlockType, FlowEvent } from '@colloquy/flow'
import { type BotDocument, findBlock } from '@colloquy/flow/operations'
import { newBlock } from '../../catalogue/new-block.js'
import { addBlock } from '../../document/commands/add-block.js'
import { addGroup } from '../../document/commands/add-group.js'
import { connect } from '../../document/commands/connect.js'
import { insertOnEdge } from '../../document/commands/insert-on-edge.js'
import { isNote } from '../../document/is-note.js'
import { newId } from '../../document/new-id.js'
import type { BotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { freeGroupPosition, positionBeside } from '../layout/free-position.js'
import { exitsOf, freeExit, openEnds } from '../nodes/exits-of.js'
import { openPicker, type PickerPosition } from '../palette/picker.js'
import { rememberType } from '../palette/shortlist.js'

/** Asks for a block behind the chosen one, or at the end of the chosen group; without either, for one in a new group. */
export function pickBlockAfter(editor: BotEditor, middle: { x: number; y: number }): void {
  const position = behindChosen(editor)
  if (position) openPicker({ ...onScreen(), position })
  else pickBlockInNewGroup(editor, middle)
}

/** Asks for a block in a new group beside what is chosen, to which the first free exit of it leads. */
export function pickBlockInNewGroup(editor: BotEditor, middle: { x: number; y: number }): void {
  const { blockId, nodeIds } = editor.view.get()
  const { document } = editor.editing
  const [nodeId] = nodeIds
  const home = blockId === undefined ? nodeId : findBlock(document, blockId)?.group.id
  if (home === undefined) {
    openPicker({ ...onScreen(), position: positionWithoutSelection(editor, middle) })
    return
  }
  const from = freeExit(document, exitsOf(document, { blockId, nodeId }))
  openPicker({ ...onScreen(), position: { at: positionBeside(document, home), ...(from && { from }) } })
}

/**
 * Adds a block for which nobody has shown a place: behind what is chosen, else behind the only open end of the flow, or into the middle.
 */
export function addSomewhere(editor: BotEditor, type: BlockType, middle: { x: number; y: number }): void {
  addAt(editor, type, behindChosen(editor) ?? positionWithoutSelection(editor, middle))
}

/** The place of a new group while nothing is chosen: behind the end of the flow if exactly one is open, else the middle of the view. */
function positionWithoutSelection(
  { editing: { document } }: BotEditor,
  middle: { x: number; y: number },
): PickerPosition {
  const start = waitingStart(document)
  const [from, ...others] = start ? [{ eventId: start.id }] : openEnds(document)
  if (!from || others.length > 0) return { at: middle }
  const home = from.eventId ?? findBlock(document, from.blockId)?.group.id
  return { at: home === undefined ? middle : positionBeside(document, home), from }
}

/** The first group of all is what the flow begins with: the start that leads nowhere as long as there are no groups. */
function waitingStart({ events, groups, edges }: BotDocument): FlowEvent | undefined {
  const start = events.find(({ type }) => type === 'start')
  const isFirst = groups.every(isNote) && !edges.some(({ from }) => from.eventId === start?.id)
  return isFirst ? start : undefined
}

/** The place behind the chosen block, or at the end of the chosen group. */
export function behindChosen({ view, editing }: BotEditor): { groupId: string; index: number } | undefined {
  const { blockId, nodeIds } = view.get()
  const { groups } = editing.document
  const group = groups.find(({ id, blocks }) => nodeIds.has(id) || blocks.some((block) => block.id === blockId))
  if (!group) return undefined
  const index = group.blocks.findIndex((block) => block.id === blockId)
  return { groupId: group.id, index: index < 0 ? group.blocks.length : index + 1 }
}

/** Adds a block of a type to its place, selects it, and opens its details. */
export function addAt(editor: BotEditor, type: BlockType, position: PickerPosition): void {
  rememberType(type)
  const block = newBlock(type, newId)
  editor.editing.run(t('Add block'), (draft) => {
    if ('groupId' in position) return addBlock(position.groupId, block, position.index)(draft)
    const groupId = newId()
    const start = position.from || position.edgeId ? undefined : waitingStart(draft.document)
    const from = position.from ?? (start && { eventId: start.id })
    addGroup({ id: groupId, at: freeGroupPosition(draft.document, [block], position.at), blocks: [block] })(draft)
    if (from) connect(newId(), from, { groupId })(draft)
    if (position.edgeId) insertOnEdge(position.edgeId, groupId, [newId(), newId()])(draft)
  })
  editor.select({ blockId: block.id })
  editor.openDetails()
}

const onScreen = () => ({ x: window.innerWidth / 2 - 130, y: window.innerHeight / 2 - 200 })
