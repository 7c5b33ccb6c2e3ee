import type { Block } from '@colloquy/flow'
import { blockExits, definitionOf, exitHelps, exitKindsOf, inputExitsOf, type WithExits } from '@colloquy/flow/blocks'
import type { Path } from '@colloquy/flow/operations'
import { VariableField } from '../forms/fields/variable-field.js'
import { t } from '../i18n/i18n.js'
import { ExitList } from './exit-list.js'
import { InputExits } from './input-exits.js'
import { PersonExits } from './person-exits.js'

interface ExitsFormProps {
  block: Block
  change(path: Path, value: unknown): void
}

/** Exits of a block: those that an input takes without an answer, or those that a block takes when something goes wrong. */
export function ExitsForm({ block, change }: ExitsFormProps) {
  const { options } = block as { options?: { action?: unknown } }
  const kinds = exitKindsOf(block.type, options?.action)
  const { saveErrorInVariableId } = block as WithExits
  if (definitionOf(block.type)?.asksForPerson) return <PersonExits block={block} kinds={kinds} change={change} />
  if (inputExitsOf(block.type).length > 0) return <InputExits block={block} change={change} />
  if (kinds.length === 0 && blockExits(block).length === 0) return null
  return (
    <fieldset className="part">
      <legend>{t('If something goes wrong')}</legend>
      {blockExits(block).length === 0 && (
        <p className="soft">{t('The flow continues as usual. Add an exit to react.')}</p>
      )}
      <ExitList block={block} kinds={kinds} helps={exitHelps} />
      <VariableField
        label={t('Save the cause in')}
        value={saveErrorInVariableId}
        onChange={(id) => change(['saveErrorInVariableId'], id)}
      />
    </fieldset>
  )
}
