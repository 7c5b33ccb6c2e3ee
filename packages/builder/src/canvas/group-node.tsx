import type { Block, Group } from '@colloquy/flow'
import { exitKey } from '@colloquy/flow/operations'
import { Handle, type NodeProps, Position } from '@xyflow/react'
import { ChevronDown, Play, VolumeX } from 'lucide-react'
import { type CSSProperties, type DragEvent, memo, useState } from 'react'
import { useDocument, useStudio, useView } from '../bot/studio.js'
import { entryOf, tone } from '../catalogue/block-catalogue.js'
import { plainText, summaryOf } from '../catalogue/summary.js'
import { counted } from '../design/counted.js'
import { renameGroup } from '../document/commands/rename-group.js'
import { dropBlock, isBlockDrag, startBlockDrag } from './block-drag.js'
import { useFar } from './far.js'
import type { GroupNode as GroupNodeType } from './graph.js'
import { dropIndex, isCollapsed, layoutOf, type PlacedBlock, type Row } from './layout.js'
import { rowWords } from './row-words.js'
import { useGroup } from './use-group.js'
import { useNames } from './use-names.js'
import { usedExits } from './used-exits.js'

/** A group with its blocks. From afar only its title is drawn. */
export const GroupNode = memo(({ id }: NodeProps<GroupNodeType>) => {
  const group = useGroup(id)
  const isFar = useFar()
  if (!group) return null
  const { height, blocks } = layoutOf(group)
  if (isFar) return <FarGroup group={group} height={height} />
  return <NearGroup group={group} height={height} blocks={blocks} />
})

const FarGroup = ({ group, height }: { group: Group; height: number }) => (
  <div className="group far" style={{ height }} data-group-id={group.id}>
    <span>{group.title}</span>
  </div>
)

function NearGroup({ group, height, blocks }: { group: Group; height: number; blocks: readonly PlacedBlock[] }) {
  const studio = useStudio()
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
    dropBlock(studio, event, { groupId: group.id, index: indexOf(event) })
  }
  const lineAt = dropAt === undefined ? undefined : (blocks[dropAt]?.y ?? height - 6) - 4
  const preview = () => studio.preview({ type: 'group', groupId: group.id })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: blocks are moved from their menu, too
    <div
      className="group"
      style={{ height }}
      data-group-id={group.id}
      onDragOver={over}
      onDragLeave={() => setDropAt(undefined)}
      onDrop={drop}
    >
      <Handle type="target" id={group.id} position={Position.Left} className="port in" style={{ top: 20 }} />
      <div className="group-head">
        <Title group={group} />
        <Fold group={group} />
        {studio.access !== 'guest' && (
          <button
            type="button"
            className="button plain small icon-only nodrag"
            aria-label={`Preview from ${group.title}`}
            title="Preview from here"
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
        <p className="group-empty">{studio.isReadOnly ? 'Nothing in here' : 'Drag a block in here'}</p>
      )}
      {lineAt !== undefined && <div className="drop-line" style={{ top: lineAt }} />}
    </div>
  )
}

function Fold({ group }: { group: Group }) {
  const { editing } = useStudio()
  const is = isCollapsed(group)
  if (group.blocks.length === 0) return null
  const word = is ? 'Expand' : 'Collapse'
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

/** What a collapsed group says instead of showing its blocks, and whether what is chosen or running is among them. */
function Collapsed({ group: { blocks } }: { group: Group }) {
  const isSelected = useView((view) => blocks.some(({ id }) => id === view.blockId))
  const isRunning = useView((view) => blocks.some(({ id }) => id === view.runningBlockId))
  return (
    <p className="group-collapsed" data-selected={isSelected} data-running={isRunning}>
      {counted(blocks.length, 'block')}
      <span className="end" />
    </p>
  )
}

function Title({ group }: { group: Group }) {
  const { view, isReadOnly } = useStudio()
  const isEditing = useView((it) => it.renamingId === group.id) && !isReadOnly
  const { rename } = useRename(group)
  if (!isEditing) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: F2 renames a chosen group, and so does the panel beside the canvas
      <span className="group-title cut" title={group.title} onDoubleClick={() => view.set({ renamingId: group.id })}>
        {group.title || 'Untitled'}
      </span>
    )
  }
  return (
    <input
      className="group-title-input nodrag"
      aria-label="Title of the group"
      defaultValue={group.title}
      // biome-ignore lint/a11y/noAutofocus: the field stands where the title was double-clicked
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
  const { editing, view } = useStudio()
  return {
    rename(title: string) {
      if (view.get().renamingId !== group.id) return
      view.set({ renamingId: undefined })
      editing.run('Rename group', renameGroup(group.id, title))
    },
  }
}

const BlockView = memo(({ groupId, placed: { block, y, height, rows } }: { groupId: string; placed: PlacedBlock }) => {
  const studio = useStudio()
  const isSelected = useView((view) => view.blockId === block.id)
  const isRunning = useView((view) => view.runningBlockId === block.id)
  const entry = entryOf(block)
  const [head, ...others] = rows
  const color = {
    '--tone': `var(--${tone(entry.section)})`,
    '--tone-soft': `var(--${tone(entry.section)}-soft)`,
  } as CSSProperties
  return (
    <div
      className="block"
      style={{ top: y, height, ...color }}
      data-selected={isSelected}
      data-running={isRunning}
      data-muted={block.isMuted === true}
      data-block-id={block.id}
    >
      <Handle
        type="target"
        id={block.id}
        position={Position.Left}
        className="port in small"
        style={{ top: head!.height / 2 }}
      />
      <button
        type="button"
        className="block-head nodrag"
        style={{ height: head!.height }}
        draggable={!studio.isReadOnly}
        aria-pressed={isSelected}
        onDragStart={(event) => startBlockDrag(event, { blockId: block.id, groupId })}
        onClick={(event) => {
          event.stopPropagation()
          studio.select({ blockId: block.id })
        }}
      >
        <span className="block-icon">
          <entry.icon size={14} aria-hidden />
        </span>
        <Words block={block} label={entry.label} />
        {block.isMuted === true && (
          <span className="tag">
            <VolumeX size={11} aria-hidden /> Muted
          </span>
        )}
      </button>
      {head!.exit && <Port id={exitKey(head!.exit)} top={head!.height / 2} />}
      {others.map((row) => (
        <RowView key={`${row.kind} ${row.item?.id} ${row.path?.id}`} block={block} row={row} />
      ))}
    </div>
  )
})

function Words({ block, label }: { block: Block; label: string }) {
  const names = useNames()
  if (block.type === 'text') {
    const words = plainText((block as { content?: { richText?: unknown } }).content?.richText)
    return <span className="block-text">{words || <span className="faint">Write a message…</span>}</span>
  }
  const summary = summaryOf(block, names)
  return (
    <span className="block-words">
      <span className="block-label cut">{label}</span>
      {summary && <span className="block-summary cut">{summary}</span>}
    </span>
  )
}

function RowView({ block, row }: { block: Block; row: Row }) {
  const names = useNames()
  const words = rowWords(block, row, names)
  return (
    <>
      <div className="block-row cut" data-kind={row.kind} style={{ top: row.y, height: row.height - 4 }}>
        {words || <span className="faint">Not set</span>}
      </div>
      {row.exit && <Port id={exitKey(row.exit)} top={row.y + row.height / 2 - 2} />}
    </>
  )
}

/** Where an edge leaves; filled when one does. */
function Port({ id, top }: { id: string; top: number }) {
  const isUsed = useDocument((document) => usedExits(document.edges).has(id))
  return (
    <Handle
      type="source"
      id={id}
      position={Position.Right}
      className={isUsed ? 'port out used' : 'port out'}
      style={{ top }}
    />
  )
}
