import type { OriginQuery } from '@colloquy/api'
import { useMemo, useState } from 'react'
import { onDemand, Part } from '../design/on-demand.js'
import { t } from '../i18n/i18n.js'
import { OriginFields } from '../results/origin-fields.js'
import { PeriodFields } from '../results/period-fields.js'
import { usePeriod } from '../results/use-period.js'
import { DropOff } from './drop-off.js'
import { Funnel } from './funnel.js'
import { inputsOf, namesOf, useShownFlow } from './metrics.js'
import { OverTime } from './over-time.js'
import { SegmentsCard } from './segments-card.js'
import './analytics.css'

/** Below the first screen. */
const Cohorts = onDemand(() => import('./cohorts.js'))
const InputTables = onDemand(() => import('./input-tables.js'))

/** Performance of a bot: number of visitors, how many continue, and which questions are difficult. */
export default function AnalyticsPage() {
  const [period, setPeriod] = usePeriod('last30Days')
  const [origin, setOrigin] = useState<OriginQuery>({})
  const span = { ...period, ...origin }
  const flow = useShownFlow()
  const inputs = useMemo(() => inputsOf(flow), [flow])
  const names = useMemo(() => namesOf(flow), [flow])
  return (
    <div className="page">
      <div className="analytics">
        <div className="row wrap end">
          <h1 className="grow">{t('Analytics')}</h1>
          <OriginFields origin={origin} onChange={setOrigin} />
          <PeriodFields period={period} onChange={setPeriod} />
        </div>
        <OverTime span={span} />
        <SegmentsCard span={span} flow={flow} onChoose={(chosen) => setOrigin({ ...origin, ...chosen })} />
        <Part waiting={<section className="card" />}>
          <Cohorts span={span} inputs={inputs} />
        </Part>
        <DropOff span={span} flow={flow} names={names} />
        <Funnel span={span} inputs={inputs} />
        <Part waiting={<section className="card" />}>
          <InputTables span={span} names={names} />
        </Part>
      </div>
    </div>
  )
}
