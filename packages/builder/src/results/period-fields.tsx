import { Globe } from 'lucide-react'
import { useState } from 'react'
import { Select } from '../design/field.js'
import { ownZone, type Period } from './use-period.js'

const filters = [
  ['today', 'Today'],
  ['last7Days', 'Last 7 days'],
  ['last30Days', 'Last 30 days'],
  ['monthToDate', 'This month'],
  ['lastMonth', 'Last month'],
  ['yearToDate', 'This year'],
  ['allTime', 'All time'],
] as const

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
        label="From when"
        value={period.timeFilter}
        choices={filters}
        onChange={(timeFilter) => onChange({ timeFilter })}
      />
      {isZoneShown ? (
        <Select
          isLabelHidden
          label="Time zone"
          value={period.timeZone}
          choices={zones(period.timeZone)}
          onChange={(timeZone) => onChange({ timeZone })}
        />
      ) : (
        <button
          type="button"
          className="button plain icon-only"
          aria-label={`Time zone: ${period.timeZone}. Choose another`}
          title={`Days of ${period.timeZone}`}
          onClick={() => setZoneShown(true)}
        >
          <Globe size={15} />
        </button>
      )}
    </div>
  )
}

function zones(chosen: string) {
  const names = new Set(['UTC', ownZone(), chosen, ...Intl.supportedValuesOf('timeZone')])
  return [...names].toSorted().map((zone) => [zone, zone.replaceAll('_', ' ')] as const)
}
