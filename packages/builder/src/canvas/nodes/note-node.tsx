import type { Group } from '@colloquy/flow'
import type { NodeProps } from '@xyflow/react'
import { memo, useState } from 'react'
import { onDemand, Part } from '../../design/on-demand.js'
import { renameGroup } from '../../document/commands/rename-group.js'
import { setField } from '../../document/commands/set-field.js'
import { isNarrow, useBotEditor, useView } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import type { NoteNode as NoteNodeType } from '../graph.js'
import { noteSize } from '../layout/layout.js'
import type { Box } from './note-resizer.js'

const NoteResizer = onDemand(() => import('./note-resizer.js'), { isSoon: true })

/** Words that stand on the canvas for those who build: visitors never see them. */
export const NoteNode = memo(({ data: { group }, selected }: NodeProps<NoteNodeType>) => {
  const { editing, view, isReadOnly } = useBotEditor()
  const isEditing = useView((it) => it.renamingId === group.id) && !isReadOnly
  const stored: Box = { ...group.graphCoordinates, ...noteSize(group) }
  /** While an edge or a corner is dragged. */
  const [resizing, setResizing] = useState<Box>()
  const { x, y, width, height } = resizing ?? stored
  const keep = (box: Box) => {
    setResizing(undefined)
    if (box !== stored) editing.run(t('Resize note'), resize(group, box))
  }
  const write = (text: string) => {
    if (view.get().renamingId !== group.id) return
    view.set({ renamingId: undefined })
    editing.run(t('Edit note'), renameGroup(group.id, text))
  }
  const moved = { transform: `translate(${x - stored.x}px, ${y - stored.y}px)` }
  return (
    <div className="note-frame" style={{ width, height, ...(resizing && moved) }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: F2 writes a chosen note, and so does the panel beside the canvas */}
      <div
        className="note"
        data-colour={group.note?.colour ?? 'yellow'}
        data-note-id={group.id}
        onDoubleClick={() => view.set({ renamingId: group.id })}
      >
        {isEditing ? (
          <textarea
            className="nodrag nowheel"
            aria-label={t('Text of the note')}
            defaultValue={group.title}
            // biome-ignore lint/a11y/noAutofocus: the field stands where the note was double-clicked
            autoFocus
            onBlur={(event) => write(event.target.value)}
            onKeyDown={(event) => {
              event.stopPropagation()
              if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey)))
                event.currentTarget.blur()
            }}
          />
        ) : (
          <p>
            {group.title || (
              <span className="faint">{isReadOnly ? t('Nothing on it') : t('Double-click to write')}</span>
            )}
          </p>
        )}
      </div>
      {selected && !isNarrow() && !isReadOnly && (
        <Part>
          <NoteResizer box={stored} onResize={setResizing} onResized={keep} />
        </Part>
      )}
    </div>
  )
})

const resize =
  ({ id }: Group, { x, y, width, height }: Box) =>
  (draft: Parameters<ReturnType<typeof setField>>[0]) => {
    setField(['groups', `#${id}`, 'note', 'width'], Math.round(width))(draft)
    setField(['groups', `#${id}`, 'note', 'height'], Math.round(height))(draft)
    setField(['groups', `#${id}`, 'graphCoordinates'], { x: Math.round(x), y: Math.round(y) })(draft)
  }
