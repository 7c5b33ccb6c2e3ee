import type { Group } from '@colloquy/flow'
import { type NodeProps, NodeResizer } from '@xyflow/react'
import { memo } from 'react'
import { renameGroup } from '../../document/commands/rename-group.js'
import { setField } from '../../document/commands/set-field.js'
import { isNarrow, useBotEditor, useView } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import type { NoteNode as NoteNodeType } from '../graph.js'
import { noteSize } from '../layout/layout.js'

/** Words that stand on the canvas for those who build: visitors never see them. */
export const NoteNode = memo(({ data: { group }, selected }: NodeProps<NoteNodeType>) => {
  const { editing, view, isReadOnly } = useBotEditor()
  const isEditing = useView((it) => it.renamingId === group.id) && !isReadOnly
  const { width, height } = noteSize(group)
  const write = (text: string) => {
    if (view.get().renamingId !== group.id) return
    view.set({ renamingId: undefined })
    editing.run(t('Edit note'), renameGroup(group.id, text))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: F2 writes a chosen note, and so does the panel beside the canvas
    <div
      className="note"
      data-colour={group.note?.colour ?? 'yellow'}
      data-note-id={group.id}
      style={{ width, height }}
      onDoubleClick={() => view.set({ renamingId: group.id })}
    >
      <NodeResizer
        isVisible={selected && !isNarrow() && !isReadOnly}
        minWidth={120}
        minHeight={64}
        onResizeEnd={(_, size) => editing.run(t('Resize note'), resize(group, size))}
      />
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
          {group.title || <span className="faint">{isReadOnly ? t('Nothing on it') : t('Double-click to write')}</span>}
        </p>
      )}
    </div>
  )
})

const resize =
  ({ id }: Group, { x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
  (draft: Parameters<ReturnType<typeof setField>>[0]) => {
    setField(['groups', `#${id}`, 'note', 'width'], Math.round(width))(draft)
    setField(['groups', `#${id}`, 'note', 'height'], Math.round(height))(draft)
    setField(['groups', `#${id}`, 'graphCoordinates'], { x: Math.round(x), y: Math.round(y) })(draft)
  }
