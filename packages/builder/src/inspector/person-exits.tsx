import type { Block } from '@colloquy/flow'
import { type BlockExit, type ExitKind, exitTexts } from '@colloquy/flow/blocks'
import type { Path } from '@colloquy/flow/operations'
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
  const fieldsOf = ({ id, on, after }: BlockExit) =>
    on === 'gave-up' && <WaitFields value={after} onChange={(value) => change(['exits', `#${id}`, 'after'], value)} />
  return (
    <fieldset className="part">
      <legend>{t('If it is not returned to the bot')}</legend>
      <ExitList block={block} kinds={kinds} texts={exitTexts} fieldsOf={fieldsOf} />
    </fieldset>
  )
}
