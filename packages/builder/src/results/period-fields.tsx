import type { TimeFilter } from '@colloquy/api'
import { Globe } from 'lucide-react'
import { useState } from 'react'
import { Select } from '../design/select.js'
import { ownZone, zoneChoices } from '../design/time-zones.js'
import { t } from '../i18n/i18n.js'
import type { Period } from './use-period.js'

const filters = [
  ['today', t('Today')],
  ['last7Days', t('Last 7 days')],
  ['last30Days', t('Last 30 days')],
  ['monthToDate', t('This month')],
  ['lastMonth', t('Last month')],
  ['yearToDate', t('This year')],
  ['allTime', t('All time')],
] as const

/** The name of a period. */
export const periodName = (timeFilter: string): string => filters.find(([id]) => id === timeFilter)?.[1] ?? timeFilter

interface PeriodFieldsProps {
  period: Period
  onChange(change: Partial<Period>): void
}

/** Chooses a period, and behind a button the time zone of its days. */
export function PeriodFields({ period, onChange }: PeriodFieldsProps) {
  const [isZoneShown, setZoneShown] = useState(period.timeZone !== ownZone())
  return (
    <div className="row wrap">
      <Select
        isLabelHidden
        label={t('From when')}
        value={period.timeFilter}
        choices={filters}
        onChange={(timeFilter) => onChange({ timeFilter: timeFilter as TimeFilter })}
      />
      {isZoneShown ? (
        <Select
          isLabelHidden
          label={t('Time zone')}
          value={period.timeZone}
          choices={zoneChoices(period.timeZone)}
          onChange={(timeZone) => onChange({ timeZone })}
        />
      ) : (
        <button
          type="button"
          className="button plain icon-only"
          aria-label={t('Time zone: {timeZone}. Choose another', { timeZone: period.timeZone })}
          title={t('Days of {timeZone}', { timeZone: period.timeZone })}
          onClick={() => setZoneShown(true)}
        >
          <Globe size={15} />
        </button>
      )}
    </div>
  )
}
