import { t } from '../i18n/i18n.js'
import type { SavedReply } from './saved-replies.js'

interface ReplyPickerProps {
  id: string
  replies: readonly SavedReply[]
  /** Position of the marked one. */
  marked: number
  isEmpty: boolean
  /** Opens the dialog that edits them; absent for people who may not. */
  onEdit: (() => void) | undefined
  onChoose(reply: SavedReply): void
}

/** Saved replies to insert, above the field in which somebody looks for one. */
export function ReplyPicker({ id, replies, marked, isEmpty, onEdit, onChoose }: ReplyPickerProps) {
  return (
    <div className="inbox-replies">
      <div id={id} role="listbox" aria-label={t('Saved replies')} className="inbox-reply-list">
        {replies.map((reply, index) => (
          <button
            key={reply.shortcut}
            id={`${id}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            ref={(item) => {
              if (index === marked) item?.scrollIntoView({ block: 'nearest' })
            }}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(reply)}
          >
            <strong>/{reply.shortcut}</strong> <span className="soft cut">{reply.text}</span>
          </button>
        ))}
      </div>
      {replies.length === 0 && (
        <p className="soft">{isEmpty ? t('There are no saved replies yet.') : t('No saved reply matches.')}</p>
      )}
      {onEdit && (
        <button type="button" className="link" onMouseDown={(event) => event.preventDefault()} onClick={onEdit}>
          {t('Edit saved replies')}
        </button>
      )}
    </div>
  )
}
