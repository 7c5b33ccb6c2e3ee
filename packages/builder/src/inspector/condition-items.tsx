import type { Block, Condition } from '@colloquy/flow'
import { itemsOf } from '@colloquy/flow/operations'
import { Plus, Trash2 } from 'lucide-react'
import { usePieces } from '../design/use-pieces.js'
import { addItem } from '../document/commands/add-item.js'
import { deleteItem } from '../document/commands/delete-item.js'
import { updateBlock } from '../document/commands/update-block.js'
import { newId } from '../document/new-id.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { ConditionForm } from '../forms/condition-form.js'
import { t } from '../i18n/i18n.js'
import { MoveItemButtons } from './move-item-buttons.js'

/** Exits of a condition, each with a set of comparisons. */
export function ConditionItems({ block }: { block: Block }) {
  const { editing } = useBotEditor()
  const items = itemsOf(block)
  const { shown, showAll } = usePieces(items.length)
  const add = () => {
    showAll()
    editing.run(
      t('Add branch'),
      addItem(block.id, { id: newId(), content: { logicalOperator: 'AND', comparisons: [{ id: newId() }] } }),
    )
  }
  return (
    <>
      {items.slice(0, shown).map((item, index) => {
        const condition = (item.content ?? {}) as Condition
        const path = ['items', `#${item.id}`, 'content']
        return (
          <fieldset key={item.id} className="part">
            <legend>
              {items.length === 1 ? t('Follow this branch if') : t('Branch {index}, if', { index: index + 1 })}
            </legend>
            <ConditionForm
              condition={condition}
              onChange={(next, typing) => editing.run(t('Edit condition'), updateBlock(block.id, path, next), typing)}
            />
            {items.length > 1 && (
              <div className="row">
                <MoveItemButtons blockId={block.id} itemId={item.id} index={index} count={items.length} item="way" />
                <button
                  type="button"
                  className="button small danger"
                  onClick={() => editing.run(t('Delete branch'), deleteItem(block.id, item.id))}
                >
                  <Trash2 size={13} /> {t('Delete branch')}
                </button>
              </div>
            )}
          </fieldset>
        )
      })}
      <div>
        <button type="button" className="button small" onClick={add}>
          <Plus size={13} /> {t('Add branch')}
        </button>
      </div>
      <p className="faint">{t('If no branch matches, the flow continues at “Otherwise” or with the next block.')}</p>
    </>
  )
}
