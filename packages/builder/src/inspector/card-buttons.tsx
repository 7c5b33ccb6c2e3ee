import type { Item } from '@colloquy/flow/operations'
import { Plus, Trash2 } from 'lucide-react'
import { deletePath } from '../document/commands/delete-path.js'
import { updateBlock } from '../document/commands/update-block.js'
import { newId } from '../document/new-id.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { TextField } from '../forms/fields/text-field.js'
import { t } from '../i18n/i18n.js'

/** Buttons of a card, each with a separate exit. */
export function CardButtons({ blockId, item }: { blockId: string; item: Item }) {
  const { editing } = useBotEditor()
  const paths = item.paths ?? []
  const list = ['items', `#${item.id}`, 'paths']
  return (
    <fieldset className="part">
      <legend>{t('Buttons')}</legend>
      {paths.map((path, index) => (
        <div className="row" key={path.id}>
          <div className="grow">
            <TextField
              label={t('Button {index}', { index: index + 1 })}
              isLabelHidden
              placeholder={t('Label')}
              value={path.text ?? ''}
              onChange={(text) =>
                editing.run(t('Edit button'), updateBlock(blockId, [...list, `#${path.id}`, 'text'], text), path.id)
              }
            />
          </div>
          <button
            type="button"
            className="button plain small icon-only"
            aria-label={t('Delete button {index}', { index: index + 1 })}
            onClick={() => editing.run(t('Delete button'), deletePath(blockId, item.id, path.id))}
          >
            <Trash2 size={13} />
          </button>
        </div>
      ))}
      <button
        type="button"
        className="button small"
        onClick={() =>
          editing.run(t('Add button'), updateBlock(blockId, list, [...paths, { id: newId(), text: t('Choose') }]))
        }
      >
        <Plus size={13} /> {t('Add a button')}
      </button>
    </fieldset>
  )
}
