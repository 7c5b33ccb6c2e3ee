import { findBlock } from '@colloquy/flow/operations'
import { useReactFlow } from '@xyflow/react'
import {
  AlignStartVertical,
  CopyPlus,
  Link,
  Maximize,
  MessageSquareText,
  Pencil,
  Play,
  Plus,
  SquareDashed,
  StickyNote,
  Trash2,
  UnfoldVertical,
  Wand,
} from 'lucide-react'
import { MenuItem, MenuLine } from '../../design/menu.js'
import { MenuAt } from '../../design/menu-at.js'
import { SubMenu } from '../../design/sub-menu.js'
import { isNote } from '../../document/is-note.js'
import { useBotEditor, useView } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { chooseAll, collapseChosen, deleteChosen, duplicateChosen, writeNote } from '../actions/actions.js'
import { arrangeChosen, arrangeFlow, arrangementsFor } from '../actions/arranging.js'
import { openPicker } from '../palette/picker.js'
import { glide } from '../view/glide.js'
import { BlockItems } from './block-items.js'
import { ClipItems, PasteItem } from './clip-items.js'
import { contextMenu } from './context-menu-state.js'
import { copyLink } from './copy-and-paste.js'

interface ContextMenuProps {
  /** Position on the screen where the menu was requested. */
  x: number
  y: number
}

/** Actions for the selection; without one, for the canvas. */
export default function ContextMenu({ x, y }: ContextMenuProps) {
  const { editing, isReadOnly } = useBotEditor()
  const blockId = useView((it) => it.blockId)
  const nodeIds = useView((it) => it.nodeIds)
  const [edgeId] = useView((it) => it.edgeIds)
  const onClose = () => contextMenu.set({ request: undefined })
  const found = blockId === undefined ? undefined : findBlock(editing.document, blockId)
  return (
    <MenuAt
      x={x}
      y={y}
      label={found || nodeIds.size > 0 || edgeId ? t('Selection') : t('The canvas')}
      onClose={onClose}
    >
      {isReadOnly ? (
        <ReadOnlyItems hasTarget={found !== undefined || nodeIds.size > 0} />
      ) : found ? (
        <BlockItems block={found.block} groupId={found.group.id} />
      ) : nodeIds.size > 0 ? (
        <NodeItems />
      ) : edgeId !== undefined ? (
        <EdgeItems edgeId={edgeId} x={x} y={y} />
      ) : (
        <CanvasItems x={x} y={y} />
      )}
    </MenuAt>
  )
}

/** Items for people with read access. */
function ReadOnlyItems({ hasTarget }: { hasTarget: boolean }) {
  const editor = useBotEditor()
  const { fitView } = useReactFlow()
  return (
    <>
      {hasTarget && (
        <>
          <MenuItem icon={<UnfoldVertical size={15} />} keys="X" onSelect={() => collapseChosen(editor)}>
            {t('Collapse or expand')}
          </MenuItem>
          <MenuItem icon={<Link size={15} />} onSelect={() => copyLink(editor)}>
            {t('Copy a link')}
          </MenuItem>
        </>
      )}
      <MenuItem icon={<SquareDashed size={15} />} keys="mod A" onSelect={() => chooseAll(editor)}>
        {t('Select all')}
      </MenuItem>
      <MenuItem icon={<Maximize size={15} />} keys="Shift 1" onSelect={() => fitView({ maxZoom: 1, ...glide() })}>
        {t('Show the whole flow')}
      </MenuItem>
    </>
  )
}

function NodeItems() {
  const editor = useBotEditor()
  const { editing, view } = editor
  const nodeIds = useView((it) => it.nodeIds)
  const groups = editing.document.groups.filter(({ id }) => nodeIds.has(id))
  const [group] = nodeIds.size === 1 ? groups : []
  const isFlow = group !== undefined && !isNote(group)
  return (
    <>
      {isFlow && (
        <MenuItem icon={<Play size={15} />} onSelect={() => editor.preview({ type: 'group', groupId: group.id })}>
          {t('Preview from here')}
        </MenuItem>
      )}
      {group && (
        <MenuItem icon={<Pencil size={15} />} keys="F2" onSelect={() => view.set({ renamingId: group.id })}>
          {isFlow ? t('Rename') : t('Write')}
        </MenuItem>
      )}
      {groups.length > 0 && (
        <>
          <ClipItems />
          <MenuItem icon={<CopyPlus size={15} />} keys="mod D" onSelect={() => duplicateChosen(editor)}>
            {t('Duplicate')}
          </MenuItem>
        </>
      )}
      {groups.some(({ blocks }) => blocks.length > 0) && (
        <MenuItem icon={<UnfoldVertical size={15} />} keys="X" onSelect={() => collapseChosen(editor)}>
          {t('Collapse or expand')}
        </MenuItem>
      )}
      {nodeIds.size > 1 && (
        <SubMenu icon={<AlignStartVertical size={15} />} label={t('Align and distribute')}>
          {arrangementsFor(nodeIds.size).map((arrangement) => (
            <MenuItem
              key={arrangement.alignment}
              icon={<arrangement.icon size={15} />}
              keys={arrangement.keys}
              onSelect={() => arrangeChosen(editor, arrangement)}
            >
              {arrangement.label}
            </MenuItem>
          ))}
        </SubMenu>
      )}
      {isFlow && (
        <MenuItem
          icon={<MessageSquareText size={15} />}
          keys="C"
          onSelect={() => view.set({ panel: 'comments', isFormWanted: true })}
        >
          {t('Comment')}
        </MenuItem>
      )}
      <MenuItem icon={<Link size={15} />} onSelect={() => copyLink(editor)}>
        {t('Copy a link')}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<Trash2 size={15} />} keys="Del" isDanger onSelect={() => deleteChosen(editor)}>
        {t('Delete')}
      </MenuItem>
    </>
  )
}

function EdgeItems({ edgeId, x, y }: { edgeId: string; x: number; y: number }) {
  const editor = useBotEditor()
  const { screenToFlowPosition } = useReactFlow()
  return (
    <>
      <MenuItem
        icon={<Plus size={15} />}
        onSelect={() => openPicker({ x, y, position: { at: screenToFlowPosition({ x: x - 140, y: y - 30 }), edgeId } })}
      >
        {t('Put a block into it')}
      </MenuItem>
      <MenuItem icon={<Trash2 size={15} />} keys="Del" isDanger onSelect={() => deleteChosen(editor)}>
        {t('Remove the edge')}
      </MenuItem>
    </>
  )
}

function CanvasItems({ x, y }: { x: number; y: number }) {
  const editor = useBotEditor()
  const { screenToFlowPosition, fitView } = useReactFlow()
  const at = () => screenToFlowPosition({ x, y })
  return (
    <>
      <MenuItem icon={<Plus size={15} />} keys="/" onSelect={() => openPicker({ x, y, position: { at: at() } })}>
        {t('Add a block here')}
      </MenuItem>
      <MenuItem icon={<StickyNote size={15} />} keys="N" onSelect={() => writeNote(editor, at())}>
        {t('Write a note here')}
      </MenuItem>
      <PasteItem at={at} />
      <MenuLine />
      <MenuItem icon={<SquareDashed size={15} />} keys="mod A" onSelect={() => chooseAll(editor)}>
        {t('Select all')}
      </MenuItem>
      <MenuItem icon={<Maximize size={15} />} keys="Shift 1" onSelect={() => fitView({ ...glide(), maxZoom: 1 })}>
        {t('Show the whole flow')}
      </MenuItem>
      <MenuItem icon={<Wand size={15} />} onSelect={() => arrangeFlow(editor)}>
        {t('Tidy up')}
      </MenuItem>
    </>
  )
}
