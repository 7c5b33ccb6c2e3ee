import type { Block } from '@colloquy/flow'
import { exitKey } from '@colloquy/flow/operations'
import { shownBlock } from '@colloquy/flow/shown'
import { Handle, Position } from '@xyflow/react'
import { Ban } from 'lucide-react'
import { type CSSProperties, memo, useState } from 'react'
import { entryOf, tone } from '../../catalogue/block-catalogue.js'
import { BlockIcon } from '../../catalogue/block-icon.js'
import { savedIn, summaryParts } from '../../catalogue/summary.js'
import { isPictureAddress, thumbnailOf } from '../../catalogue/thumbnail.js'
import { TextWithVariables } from '../../design/text-with-variables.js'
import { useBotEditor, useDocument, useView } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { middleOf, type PlacedBlock, type Row, sizes } from '../layout/layout.js'
import { startBlockDrag } from '../palette/block-drag.js'
import { RichTextExcerpt } from './canvas-text.js'
import { rowText } from './row-text.js'
import { useNames } from './use-names.js'
import { usedExits } from './used-exits.js'

interface BlockViewProps {
  groupId: string
  placed: PlacedBlock
}

/** A block in its group: its content, the choices of visitors, and its exits. */
export const BlockView = memo(({ groupId, placed: { block, y, height, rows } }: BlockViewProps) => {
  const editor = useBotEditor()
  const isSelected = useView((view) => view.blockId === block.id)
  const isRunning = useView((view) => view.runningBlockId === block.id)
  const hasFailed = useView((view) => view.failedBlockIds.has(block.id))
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
      data-failed={hasFailed}
      data-muted={block.isMuted === true}
      data-block-id={block.id}
    >
      <Handle
        type="target"
        id={block.id}
        position={Position.Left}
        className="port in small"
        style={{ top: middleOf(head!) }}
      />
      <button
        type="button"
        className="block-head nodrag"
        style={{ height: head!.height }}
        draggable={!editor.isReadOnly}
        aria-pressed={isSelected}
        onDragStart={(event) => startBlockDrag(event, { blockId: block.id, groupId })}
        onClick={(event) => {
          event.stopPropagation()
          editor.select({ blockId: block.id })
          editor.openDetails()
        }}
      >
        <BlockIcon type={block.type} />
        <Words block={block} label={entry.label} />
        {block.isMuted === true && (
          <span className="tag">
            <Ban size={11} aria-hidden /> {t('Disabled')}
          </span>
        )}
      </button>
      {head!.exit && <Port id={exitKey(head!.exit)} top={middleOf(head!)} />}
      {others.map((row) => (
        <RowView key={`${row.kind} ${row.item?.id ?? row.way?.id} ${row.path?.id}`} block={block} row={row} />
      ))}
    </div>
  )
})

function Words({ block, label }: { block: Block; label: string }) {
  const names = useNames()
  const thumbnail = thumbnailOf(block)
  const richText = shownBlock(block.type)?.richText?.(block)
  if (richText) return <RichTextExcerpt nodes={richText} />
  if (thumbnail) return <Thumbnail address={thumbnail} label={label} />
  const parts = summaryParts(block, names).filter((part) => part !== '')
  return (
    <span className="block-words">
      <span className="block-label cut">{label}</span>
      {parts.length > 0 && (
        <span className="block-summary cut">
          {parts.map((part) =>
            typeof part !== 'string' ? (
              <span key="variable" className="chip">
                {part.variable}
              </span>
            ) : part === savedIn ? (
              <span key={part} className="saved-in">
                <span className="visually-hidden">{part}</span>
              </span>
            ) : (
              <TextWithVariables key={part} text={part} />
            ),
          )}
        </span>
      )}
    </span>
  )
}

/** The picture of a block; its label and address if the picture does not load. */
function Thumbnail({ address, label }: { address: string; label: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken)
    return (
      <span className="block-words block-thumbnail">
        <span className="block-label cut">{label}</span>
        <span className="block-summary cut">{address}</span>
      </span>
    )
  return (
    <>
      <span className="visually-hidden">
        {label} {address}
      </span>
      <img
        className="block-thumbnail"
        src={address}
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        draggable={false}
        onError={() => setBroken(true)}
      />
    </>
  )
}

function RowView({ block, row }: { block: Block; row: Row }) {
  const names = useNames()
  const words = rowText(block, row, names)
  const picture = row.kind === 'item' ? (row.item?.pictureSrc ?? row.item?.imageUrl) : undefined
  return (
    <>
      <div
        className="block-row cut"
        data-kind={row.kind}
        data-item-id={row.item?.id}
        style={{ top: row.y, height: row.height - sizes.chipGap }}
      >
        {isPictureAddress(picture) && (
          <span className="row-picture" style={{ backgroundImage: `url(${CSS.escape(picture)})` }} />
        )}
        {words ? <TextWithVariables text={words} /> : <span className="faint">{t('Not set')}</span>}
      </div>
      {row.exit && <Port id={exitKey(row.exit)} top={middleOf(row)} />}
    </>
  )
}

/** The start of an edge; filled when there is one. */
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
