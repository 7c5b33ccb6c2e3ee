import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import type { Column } from './columns.js'

interface ColumnsDialogProps {
  shown: readonly Column[]
  hidden: readonly Column[]
  onShow(id: string, isShown: boolean): void
  onMove(id: string, to: number): void
  onClose(): void
}

/** Chooses columns and puts them in order, by dragging or by buttons. */
export function ColumnsDialog({ shown, hidden, onShow, onMove, onClose }: ColumnsDialogProps) {
  const { isReadOnly } = useBotEditor()
  const [dragged, setDragged] = useState<string>()
  const drop = (event: DragEvent, index: number) => {
    event.preventDefault()
    if (dragged !== undefined) onMove(dragged, index)
    setDragged(undefined)
  }
  return (
    <Dialog
      title={t('Columns')}
      description={
        isReadOnly
          ? t('The choice is yours alone, until you close the bot.')
          : t('The choice is kept with the bot, for everybody who works on it.')
      }
      onClose={onClose}
    >
      <ul className="column-list">
        {shown.map(({ id, label }, index) => (
          <li
            key={id}
            draggable
            data-dragged={dragged === id}
            onDragStart={() => setDragged(id)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => drop(event, index)}
          >
            <GripVertical size={14} aria-hidden />
            <label className="row grow">
              <input type="checkbox" checked onChange={() => onShow(id, false)} /> <span className="cut">{label}</span>
            </label>
            <button
              type="button"
              className="button plain small icon-only"
              aria-label={t('Move {label} up', { label })}
              disabled={index === 0}
              onClick={() => onMove(id, index - 1)}
            >
              <ArrowUp size={14} />
            </button>
            <button
              type="button"
              className="button plain small icon-only"
              aria-label={t('Move {label} down', { label })}
              disabled={index === shown.length - 1}
              onClick={() => onMove(id, index + 1)}
            >
              <ArrowDown size={14} />
            </button>
          </li>
        ))}
        {hidden.map(({ id, label }) => (
          <li key={id}>
            <span className="no-grip" />
            <label className="row grow soft">
              <input type="checkbox" checked={false} onChange={() => onShow(id, true)} />{' '}
              <span className="cut">{label}</span>
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
