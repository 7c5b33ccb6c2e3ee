import type { Edge } from '@colloquy/flow'
import { type BotDocument, findBlock, type Operation } from '@colloquy/flow/operations'
import { loadLater } from '../../design/on-demand.js'
import { showError, showToast } from '../../design/toasts.js'
import { addNote } from '../../document/commands/add-note.js'
import { deleteBlock } from '../../document/commands/delete-block.js'
import { deleteNodes } from '../../document/commands/delete-nodes.js'
import { disconnect } from '../../document/commands/disconnect.js'
import { insertOnEdge } from '../../document/commands/insert-on-edge.js'
import { moveBlock } from '../../document/commands/move-block.js'
import { moveNodes } from '../../document/commands/move-nodes.js'
import { updateBlock } from '../../document/commands/update-block.js'
import type { Edit } from '../../document/editing.js'
import { newId } from '../../document/new-id.js'
import type { BotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { freePosition } from '../layout/free-position.js'
import { sizes } from '../layout/layout.js'
import { exitName, exitsOf, freeExit } from '../nodes/exits-of.js'
import { openTargetPicker } from '../palette/target-picker-state.js'

/** Returns the chosen nodes, or the node of the chosen block. */
export function chosenNodes({ editing, view }: BotEditor): string[] {
  const { blockId, nodeIds } = view.get()
  const home = blockId === undefined ? undefined : findBlock(editing.document, blockId)?.group.id
  return home === undefined ? [...nodeIds] : [home]
}

/** Chooses what an element of the canvas represents, unless it is already chosen; nothing for the empty canvas. */
export function chooseAt({ view, select }: BotEditor, element: Element): void {
  const data = (selector: string) => element.closest<HTMLElement | SVGElement>(selector)?.dataset
  const { blockId } = data('[data-block-id]') ?? {}
  const nodeId = data('.react-flow__node')?.id
  const edgeId = data('.react-flow__edge')?.id
  if (element.closest('.react-flow__nodesselection')) return
  if (blockId !== undefined) select({ blockId })
  else if (nodeId !== undefined) view.get().nodeIds.has(nodeId) || select({ nodeIds: new Set([nodeId]) })
  else select(edgeId === undefined ? {} : { edgeIds: new Set([edgeId]) })
}

export function chooseAll({ editing, select }: BotEditor): void {
  const { groups, events } = editing.document
  select({ nodeIds: new Set([...groups, ...events].map(({ id }) => id)) })
}

/** Moves the chosen nodes with an arrow key, by pixels of the flow. Returns false if no node is chosen. */
export function nudgeChosen({ editing, view }: BotEditor, key: string, by: number): boolean {
  const { nodeIds } = view.get()
  const { groups, events } = editing.document
  const across = key === 'ArrowLeft' ? -by : key === 'ArrowRight' ? by : 0
  const down = key === 'ArrowUp' ? -by : key === 'ArrowDown' ? by : 0
  const chosen = [...groups, ...events].filter(({ id }) => nodeIds.has(id))
  const positions = chosen.map(({ id, graphCoordinates: { x, y } }) => [id, { x: x + across, y: y + down }] as const)
  editing.run(t('Move'), moveNodes(new Map(positions)), `nudge ${[...nodeIds].join(' ')}`)
  return chosen.length > 0
}

/** Deletes everything that is chosen. */
export function deleteChosen({ editing, view, select }: BotEditor): void {
  const { blockId, nodeIds, edgeIds } = view.get()
  if (blockId !== undefined) editing.run(t('Delete block'), deleteBlock(blockId))
  else if (nodeIds.size + edgeIds.size > 0) {
    editing.run(t('Delete'), (draft) => {
      disconnect([...edgeIds])(draft)
      deleteNodes([...nodeIds])(draft)
    })
  } else return
  select({})
}

/** Copies have new ids, which nothing needs before the first one: their code loads in the background. */
const copies = loadLater(() => import('./copies.js'), { isSoon: true })

/** Puts copies of what is chosen beside it, and chooses them. */
export function duplicateChosen(editor: BotEditor): void {
  copies().then((it) => it.duplicateChosen(editor), showError)
}

/** Places copies of groups where the originals were dragged to; the originals stay in place. */
export function copyTo(editor: BotEditor, positions: ReadonlyMap<string, { x: number; y: number }>): void {
  copies().then((it) => it.copyTo(editor, positions), showError)
}

/** Pastes the clip in a text of the clipboard. */
export function pasteText(editor: BotEditor, text: string, at: { x: number; y: number }): void {
  copies()
    .then((it) => it.pasteText(editor, text, at))
    .catch(showError)
}

/** Inserts the group that was dropped on an edge into that edge. */
export function putIntoEdge(
  { editing }: BotEditor,
  edgeId: string,
  positions: ReadonlyMap<string, { x: number; y: number }>,
): void {
  const [groupId] = positions.keys()
  editing.run(t('Put group into edge'), (draft) => {
    moveNodes(positions)(draft)
    if (groupId !== undefined) insertOnEdge(edgeId, groupId, [newId(), newId()])(draft)
  })
}

/** Disables the chosen block, so that the flow skips it, or enables it again. */
export function toggleDisabled({ editing, view }: BotEditor): void {
  const { blockId } = view.get()
  const block = blockId === undefined ? undefined : findBlock(editing.document, blockId)?.block
  if (!block) return
  const isMuted = block.isMuted === true
  editing.run(
    isMuted ? t('Enable block') : t('Disable block'),
    updateBlock(block.id, ['isMuted'], isMuted ? undefined : true),
  )
}

/** Collapses the chosen groups, or the group of the chosen block; expands them when all are collapsed. */
export function collapseChosen(editor: BotEditor): void {
  const { editing } = editor
  const ids = new Set(chosenNodes(editor))
  const groups = editing.document.groups.filter(({ id, blocks }) => ids.has(id) && blocks.length > 0)
  if (groups.length === 0) return
  const isAll = groups.every((group) => group.isCollapsed === true)
  editing.fold([...ids], !isAll)
}

/** Adds a note to the canvas and opens it for writing: at a point, or beside what is there. */
export function writeNote({ editing, view, select }: BotEditor, at: { x: number; y: number }): void {
  const id = newId()
  editing.run(t('Add note'), addNote(id, freePosition(editing.document, sizes.note, at)))
  select({ nodeIds: new Set([id]) })
  view.set({ renamingId: id })
}

/** Moves the chosen block among its siblings. */
export function shiftChosen({ editing, view }: BotEditor, by: -1 | 1): boolean {
  const { blockId } = view.get()
  const found = blockId === undefined ? undefined : findBlock(editing.document, blockId)
  if (!found) return false
  const index = found.group.blocks.indexOf(found.block) + by
  if (index >= 0) editing.run(t('Move block'), moveBlock(found.block.id, found.group.id, index))
  return true
}

/** Asks for the target of an exit of what is chosen: the first exit that is not connected, otherwise the first. */
export function pickTarget({ editing, view }: BotEditor): void {
  const { document } = editing
  const { blockId, nodeIds } = view.get()
  const [nodeId] = nodeIds
  const exits = exitsOf(document, { blockId, nodeId })
  const exit = freeExit(document, exits) ?? exits[0]
  if (exit) openTargetPicker(exit, exitName(document, exit))
}

/** Undoes the last edit, announces it, and shows where it was. */
export function undo(editor: BotEditor): Edit | undefined {
  return shown(editor, t('Undone'), editor.editing.undo())
}

export function redo(editor: BotEditor): Edit | undefined {
  return shown(editor, t('Redone'), editor.editing.redo())
}

function shown({ editing, view, select }: BotEditor, done: string, edit: Edit | undefined): Edit | undefined {
  const { blockId } = view.get()
  // A form whose block the step has removed gives the keys back to the canvas.
  if (edit && blockId !== undefined && !findBlock(editing.document, blockId)) select({})
  if (edit) showToast(`${done}: ${edit.label.toLowerCase()}`, undefined, 'history')
  const nodeId = edit && nodeOf(editing.document, edit.operations)
  if (nodeId !== undefined) view.set({ focus: { nodeId, isFollowed: true } })
  return edit
}

/** The first group or event of a document that operations affect; for an edge, the node that it starts from. */
function nodeOf({ groups, events, edges }: BotDocument, operations: readonly Operation[]): string | undefined {
  const nodes = new Set([...groups, ...events].map(({ id }) => id))
  const homeOf = ({ from }: Edge) => from.eventId ?? findBlock({ groups }, from.blockId)?.group.id
  const concerned = operations.flatMap((operation): (string | undefined)[] => {
    if (operation.kind === 'move') return [operation.to.list[1]?.slice(1), operation.id]
    if (operation.kind === 'set') return [operation.path[1]?.slice(1)]
    const { spot, element } = operation
    return spot.list[0] === 'edges' ? [homeOf(element as unknown as Edge)] : [spot.list[1]?.slice(1), element.id]
  })
  const found = concerned.flatMap((id) => {
    const edge = edges.find((it) => it.id === id)
    return edge ? [homeOf(edge)] : [id]
  })
  return found.find((id) => id !== undefined && nodes.has(id))
}
