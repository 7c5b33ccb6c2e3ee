import type { Block } from '@colloquy/flow'
import { type BlockExit, type ExitKind, exitHelps } from '@colloquy/flow/blocks'
import type { Path } from '@colloquy/flow/operations'
import { VariableField } from '../forms/fields/variable-field.js'
import { t } from '../i18n/i18n.js'
import { ExitList } from './exit-list.js'
import { WaitFields } from './wait-fields.js'

interface PersonExitsProps {
  block: Block
  kinds: readonly ExitKind[]
  change(path: Path, value: unknown): void
}

/** Exits of a block that asks for a person, besides the return of the conversation. */
export function PersonExits({ block, kinds, change }: PersonExitsProps) {
  const fieldsOf = ({ id, on, after, variableId }: BlockExit) => {
    const put = (field: keyof BlockExit) => (value: unknown) => change(['exits', `#${id}`, field], value)
    if (on === 'gave-up') return <WaitFields value={after} onChange={put('after')} />
    if (on === 'outside-hours')
      return <VariableField label={t('Save when people are back in')} value={variableId} onChange={put('variableId')} />
    return null
  }
  return (
    <fieldset className="part">
      <legend>{t('If it is not returned to the bot')}</legend>
      <ExitList block={block} kinds={kinds} helps={exitHelps} fieldsOf={fieldsOf} />
    </fieldset>
  )
}
