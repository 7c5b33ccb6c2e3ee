import { defaultWait, maxWaitDays, type WaitTime, waitUnits } from '@colloquy/flow/blocks'
import { Select } from '../design/select.js'
import { NumberField } from '../forms/fields/small-fields.js'
import { t } from '../i18n/i18n.js'

const daysIn: Readonly<Record<WaitTime['unit'], number>> = { minutes: 1 / 1_440, hours: 1 / 24, days: 1 }

/** The time after which an exit is taken. */
export function WaitFields({
  value = defaultWait,
  onChange,
}: {
  value?: WaitTime | undefined
  onChange(value: WaitTime): void
}) {
  const names: Readonly<Record<WaitTime['unit'], string>> = {
    minutes: t('Minutes'),
    hours: t('Hours'),
    days: t('Days'),
  }
  return (
    <div className="row">
      <NumberField
        label={t('After')}
        min={1}
        max={Math.round(maxWaitDays / daysIn[value.unit])}
        value={value.amount}
        onChange={(amount) => amount !== undefined && onChange({ ...value, amount })}
      />
      <Select
        label={t('Unit')}
        value={value.unit}
        choices={waitUnits.map((unit) => [unit, names[unit]])}
        onChange={(unit) => onChange({ ...value, unit: unit as WaitTime['unit'] })}
      />
    </div>
  )
}
