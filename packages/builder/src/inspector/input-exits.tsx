import type { Block } from '@colloquy/flow'
import {
  type BlockExit,
  defaultLateText,
  defaultTries,
  hasButtons,
  inputExitHelps,
  inputExitsOf,
  latePresses,
  latePressOf,
  maxTries,
} from '@colloquy/flow/blocks'
import type { Path } from '@colloquy/flow/operations'
import { Select } from '../design/select.js'
import { NumberField } from '../forms/fields/small-fields.js'
import { TextField } from '../forms/fields/text-field.js'
import { VariableField } from '../forms/fields/variable-field.js'
import { t } from '../i18n/i18n.js'
import { ExitList } from './exit-list.js'
import { WaitFields } from './wait-fields.js'

interface InputExitsProps {
  block: Block
  change(path: Path, value: unknown): void
}

/** Exits that an input takes without an answer, and what a late press of its buttons does. */
export function InputExits({ block, change }: InputExitsProps) {
  return (
    <fieldset className="part">
      <legend>{t('Without an answer')}</legend>
      <ExitList
        block={block}
        kinds={inputExitsOf(block.type)}
        helps={inputExitHelps}
        fieldsOf={(exit) => <ExitFields exit={exit} change={change} />}
      />
      {hasButtons(block.type) && <LatePressFields block={block} change={change} />}
    </fieldset>
  )
}

function ExitFields({ exit, change }: { exit: BlockExit } & Pick<InputExitsProps, 'change'>) {
  const put = (field: keyof BlockExit, value: unknown) => change(['exits', `#${exit.id}`, field], value)
  if (exit.on === 'no-answer') return <WaitFields value={exit.after} onChange={(after) => put('after', after)} />
  if (exit.on === 'invalid')
    return (
      <NumberField
        label={t('Number of tries')}
        min={1}
        max={maxTries}
        placeholder={String(defaultTries)}
        value={exit.tries}
        onChange={(tries) => put('tries', tries)}
      />
    )
  if (exit.on === 'anything-else')
    return (
      <VariableField
        label={t('Save the text in')}
        value={exit.variableId}
        onChange={(variableId) => put('variableId', variableId)}
      />
    )
  return null
}

function LatePressFields({ block, change }: InputExitsProps) {
  const late = latePressOf(block)
  const names: Readonly<Record<(typeof latePresses)[number], string>> = {
    ignore: t('Is ignored'),
    say: t('Is answered by a text'),
    follow: t('Continues at its answer'),
  }
  return (
    <>
      <Select
        label={t('A button that is pressed later')}
        value={late?.action ?? ''}
        choices={[
          ['', t('Counts as a reply to the last question')],
          ...latePresses.map((it) => [it, names[it]] as const),
        ]}
        onChange={(action) => change(['latePress'], action === '' ? undefined : { ...late, action })}
      />
      {late?.action === 'say' && (
        <TextField
          label={t('Text')}
          placeholder={defaultLateText}
          value={late.text ?? ''}
          onChange={(text) => change(['latePress', 'text'], text || undefined)}
        />
      )}
    </>
  )
}
