import type { Item } from '@colloquy/flow/operations'
import { Plus, Trash2 } from 'lucide-react'
import { useStudio } from '../bot/studio.js'
import { deletePath } from '../document/commands/delete-path.js'
import { updateBlock } from '../document/commands/update-block.js'
import { newId } from '../document/new-id.js'
import { TextField } from './fields/text-field.js'

/** The buttons of a card, each with a way out of its own. */
export function CardButtons({ blockId, item }: { blockId: string; item: Item }) {
  const { editing } = useStudio()
  const paths = item.paths ?? []
  const list = ['items', `#${item.id}`, 'paths']
  return (
    <fieldset className="part">
      <legend>Buttons</legend>
      {paths.map((path, index) => (
        <div className="row" key={path.id}>
          <div className="grow">
            <TextField
              label={`Button ${index + 1}`}
              isLabelHidden
              placeholder="Label"
              value={path.text ?? ''}
              onChange={(text) =>
                editing.run('Edit button', updateBlock(blockId, [...list, `#${path.id}`, 'text'], text), path.id)
              }
            />
          </div>
          <button
            type="button"
            className="button plain small icon-only"
            aria-label={`Delete button ${index + 1}`}
            onClick={() => editing.run('Delete button', deletePath(blockId, item.id, path.id))}
          >
            <Trash2 size={13} />
          </button>
        </div>
      ))}
      <button
        type="button"
        className="button small"
        onClick={() =>
          editing.run('Add button', updateBlock(blockId, list, [...paths, { id: newId(), text: 'Choose' }]))
        }
      >
        <Plus size={13} /> Add a button
      </button>
    </fieldset>
  )
}
