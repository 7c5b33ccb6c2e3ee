import type { Group } from '@colloquy/flow'
import { Handle, type NodeProps, Position } from '@xyflow/react'
import { ChevronDown, Play } from 'lucide-react'
import { type DragEvent, memo, useState } from 'react'
import { entryOf, tone } from '../../catalogue/block-catalogue.js'
import { renameGroup } from '../../document/commands/rename-group.js'
import { useBotEditor, useView } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import type { GroupNode as GroupNodeType } from '../graph.js'
import { dropIndex, isCollapsed, layoutOf, type PlacedBlock, sizes } from '../layout/layout.js'
import { dropBlock, isBlockDrag } from '../palette/block-drag.js'
import { BlockView } from './block-view.js'
import { useFar } from './far.js'
import { useGroup } from './use-group.js'
import './nodes.css'

/** A group with its blocks. When zoomed out, only its title is rendered. */
export const GroupNode = memo(({ id }: NodeProps<GroupNodeType>) => {
  const group = useGroup(id)
  const isFar = useFar()
  if (!group) return null
  const { height, blocks } = layoutOf(group)
  if (isFar) return <FarGroup group={group} height={height} blocks={blocks} />
  return <NearGroup group={group} height={height} blocks={blocks} />
})

interface PlacedGroup {
  group: Group
  height: number
  blocks: readonly PlacedBlock[]
}

/** Letters that fit into a line of a title when it is largest, and the height of the line in pixels. */
const farthestLine = { letters: 5, height: 78 }

function FarGroup({ group, height, blocks }: PlacedGroup) {
  const isRunning = useView((view) => group.blocks.some(({ id }) => id === view.runningBlockId))
  return (
    <div
      className="group far"
      style={{ height }}
      data-group-id={group.id}
      data-running={isRunning}
      data-long={Math.ceil(group.title.length / farthestLine.letters) * farthestLine.height > height}
    >
      <span className="far-blocks" style={{ background: stripes(blocks, height) }} />
      <span className="far-title">{group.title}</span>
    </div>
  )
}

/** The blocks of a group as stripes in their colors: one background costs less than an element for each. */
function stripes(blocks: readonly PlacedBlock[], height: number): string {
  const stops = blocks.flatMap(({ block, y, height }) => {
    const color = `color-mix(in srgb, var(--${tone(entryOf(block).section)}) 75%, var(--surface))`
    return [`transparent ${y}px`, `${color} ${y}px`, `${color} ${y + height - 4}px`, `transparent ${y + height - 4}px`]
  })
  return `linear-gradient(${['transparent 0', ...stops, `transparent ${height}px`].join()})`
}

function NearGroup({ group, height, blocks }: PlacedGroup) {
  const editor = useBotEditor()
  const [dropAt, setDropAt] = useState<number>()
  const indexOf = (event: DragEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return dropIndex(group, ((event.clientY - box.top) / box.height) * height)
  }
  const over = (event: DragEvent<HTMLElement>) => {
    if (!isBlockDrag(event)) return
    event.preventDefault()
    event.stopPropagation()
    setDropAt(indexOf(event))
  }
  const drop = (event: DragEvent<HTMLElement>) => {
    setDropAt(undefined)
    if (!isBlockDrag(event)) return
    event.preventDefault()
    event.stopPropagation()
    dropBlock(editor, event, { groupId: group.id, index: indexOf(event) })
  }
  const lineAt = dropAt === undefined ? undefined : (blocks[dropAt]?.y ?? height - sizes.padding) - 2
  const preview = () => editor.preview({ type: 'group', groupId: group.id })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: blocks can also be moved from their menu
    <div
      className="group"
      style={{ height }}
      data-group-id={group.id}
      onDragOver={over}
      onDragLeave={() => setDropAt(undefined)}
      onDrop={drop}
    >
      <Handle
        type="target"
        id={group.id}
        position={Position.Left}
        className="port in"
        style={{ top: sizes.header / 2 }}
      />
      <div className="group-head">
        <Title group={group} />
        <Fold group={group} />
        {editor.can('bot.read') && (
          <button
            type="button"
            className="button plain small icon-only nodrag"
            aria-label={t('Preview from {title}', { title: group.title })}
            title={t('Preview from here')}
            onClick={(event) => [event.stopPropagation(), preview()]}
          >
            <Play size={13} />
          </button>
        )}
      </div>
      {isCollapsed(group) ? (
        <Collapsed group={group} />
      ) : (
        blocks.map((placed) => <BlockView key={placed.block.id} groupId={group.id} placed={placed} />)
      )}
      {group.blocks.length === 0 && (
        <p className="group-empty">{editor.isReadOnly ? t('Nothing in here') : t('Drag a block in here')}</p>
      )}
      {lineAt !== undefined && <div className="drop-line" style={{ top: lineAt }} />}
    </div>
  )
}

function Fold({ group }: { group: Group }) {
  const { editing } = useBotEditor()
  const is = isCollapsed(group)
  if (group.blocks.length === 0) return null
  const word = is ? t('Expand') : t('Collapse')
  return (
    <button
      type="button"
      className="button plain small icon-only nodrag"
      aria-label={`${word} ${group.title}`}
      aria-expanded={!is}
      title={`${word} (X)`}
      onClick={(event) => [event.stopPropagation(), editing.fold([group.id], !is)]}
    >
      <ChevronDown size={15} />
    </button>
  )
}

/** Summary of a collapsed group in place of its blocks; it shows whether the chosen or running block is among them. */
function Collapsed({ group: { blocks } }: { group: Group }) {
  const isSelected = useView((view) => blocks.some(({ id }) => id === view.blockId))
  const isRunning = useView((view) => blocks.some(({ id }) => id === view.runningBlockId))
  const hasFailed = useView((view) => blocks.some(({ id }) => view.failedBlockIds.has(id)))
  return (
    <p className="group-collapsed" data-selected={isSelected} data-running={isRunning} data-failed={hasFailed}>
      {t('{count, plural, one {# block} other {# blocks}}', { count: blocks.length })}
      <span className="end" />
    </p>
  )
}

function Title({ group }: { group: Group }) {
  const { view, isReadOnly } = useBotEditor()
  const isEditing = useView((it) => it.renamingId === group.id) && !isReadOnly
  const { rename } = useRename(group)
  if (!isEditing) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: F2 renames a chosen group, and so does the panel beside the canvas
      <span className="group-title cut" title={group.title} onDoubleClick={() => view.set({ renamingId: group.id })}>
        {group.title || t('Untitled')}
      </span>
    )
  }
  return (
    <input
      className="group-title-input nodrag"
      aria-label={t('Title of the group')}
      defaultValue={group.title}
      // biome-ignore lint/a11y/noAutofocus: the field replaces the title that was double-clicked
      autoFocus
      onFocus={(event) => event.target.select()}
      onBlur={(event) => rename(event.target.value)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') view.set({ renamingId: undefined })
      }}
    />
  )
}

function useRename(group: Group) {
  const { editing, view } = useBotEditor()
  return {
    rename(title: string) {
      if (view.get().renamingId !== group.id) return
      view.set({ renamingId: undefined })
      editing.run(t('Rename group'), renameGroup(group.id, title))
    },
  }
}
