import type { Block } from '@colloquy/flow'
import { blockExits, exitKindsOf, exitTexts, type WithExits } from '@colloquy/flow/blocks'
import type { Path } from '@colloquy/flow/operations'
import { Plus, X } from 'lucide-react'
import { addExit, deleteExit } from '../document/commands/add-exit.js'
import { newId } from '../document/new-id.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { VariableField } from '../forms/fields/variable-field.js'
import { t, translated } from '../i18n/i18n.js'

interface ExitsFormProps {
  block: Block
  change(path: Path, value: unknown): void
}

/** Exits that a block takes when something goes wrong: those that it has, and those that can be added. */
export function ExitsForm({ block, change }: ExitsFormProps) {
  const { editing } = useBotEditor()
  const { options } = block as { options?: { action?: unknown } }
  const kinds = exitKindsOf(block.type, options?.action)
  const exits = blockExits(block)
  if (kinds.length === 0 && exits.length === 0) return null
  const free = kinds.filter((kind) => exits.every(({ on }) => on !== kind))
  const { saveErrorInVariableId } = block as WithExits
  return (
    <fieldset className="part">
      <legend>{t('If something goes wrong')}</legend>
      {exits.length === 0 && <p className="soft">{t('The flow continues as usual. Add an exit to react.')}</p>}
      {exits.map(({ id, on }) => (
        <div key={id} className="row">
          <div className="grow">
            <p>{translated(exitTexts[on].label)}</p>
            <p className="faint">{translated(exitTexts[on].help)}</p>
          </div>
          <button
            type="button"
            className="button plain small icon-only"
            aria-label={t('Remove "{exit}"', { exit: translated(exitTexts[on].label) })}
            onClick={() => editing.run(t('Remove exit'), deleteExit(block.id, id))}
          >
            <X size={13} />
          </button>
        </div>
      ))}
      {free.map((on) => (
        <button
          key={on}
          type="button"
          className="button small"
          onClick={() => editing.run(t('Add exit'), addExit(block.id, { id: newId(), on }))}
        >
          <Plus size={13} aria-hidden /> {translated(exitTexts[on].label)}
        </button>
      ))}
      <VariableField
        label={t('Save the cause in')}
        value={saveErrorInVariableId}
        onChange={(id) => change(['saveErrorInVariableId'], id)}
      />
    </fieldset>
  )
}
