import type { Idle } from '@colloquy/flow'
import { Select } from '../design/select.js'
import { t } from '../i18n/i18n.js'
import { NumberField } from './fields/small-fields.js'
import { TextField } from './fields/text-field.js'

interface IdleFieldsProps {
  idle: Idle | undefined
  /** One channel of a bot: without a choice, it has the settings of the bot. */
  isOfChannel?: boolean
  /** `typing`: the field in which somebody types. */
  onChange(idle: Idle | undefined, typing?: string): void
}

const usualHours = 24

/** Fields of the rule for a conversation that a person has taken, and in which nobody writes. */
export function IdleFields({ idle, isOfChannel = false, onChange }: IdleFieldsProps) {
  const action = idle && (idle.hours !== undefined || idle.action === 'keep') ? (idle.action ?? 'return') : ''
  const kept = t('The person keeps the conversation')
  return (
    <>
      <Select
        label={t('When nobody writes for some hours')}
        value={action}
        choices={[
          ['', isOfChannel ? t('As in the settings of the bot') : kept],
          ['return', t('The bot speaks again')],
          ['close', t('The conversation ends')],
          ...(isOfChannel ? [['keep', kept] as const] : []),
        ]}
        onChange={(next) =>
          onChange(
            next === ''
              ? undefined
              : next === 'keep'
                ? { action: next }
                : { ...idle, hours: idle?.hours ?? usualHours, action: next as Idle['action'] },
          )
        }
      />
      {(action === 'return' || action === 'close') && (
        <>
          <NumberField
            label={t('Hours without a message')}
            min={0.1}
            max={720}
            value={idle?.hours}
            onChange={(hours) => hours !== undefined && onChange({ ...idle, hours }, 'hours')}
          />
          <TextField
            label={t('Text for the visitor')}
            isLong
            value={idle?.text ?? ''}
            onChange={(text) => onChange({ ...idle, text: text || undefined }, 'text')}
          />
        </>
      )}
    </>
  )
}
