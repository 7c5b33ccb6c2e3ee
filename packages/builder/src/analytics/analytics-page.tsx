import { useMemo } from 'react'
import { t } from '../i18n/i18n.js'
import { PeriodFields } from '../results/period-fields.js'
import { usePeriod } from '../results/use-period.js'
import { DropOff } from './drop-off.js'
import { inputsOf, useShownFlow } from './figures.js'
import { Funnel } from './funnel.js'
import { AnswerTimes, FailedInputs } from './input-tables.js'
import { OverTime } from './over-time.js'
import './analytics.css'

/** How the bot does: who came, who went on, where it is hard. */
export default function AnalyticsPage() {
  const [period, setPeriod] = usePeriod('last30Days')
  const flow = useShownFlow()
  const inputs = useMemo(() => inputsOf(flow), [flow])
  const names = useMemo(() => new Map(inputs.map(({ id, name }) => [id, name])), [inputs])
  return (
    <div className="page">
      <div className="analytics">
        <div className="row wrap end">
          <h1 className="grow">{t('Analytics')}</h1>
          <PeriodFields period={period} onChange={setPeriod} />
        </div>
        <OverTime period={period} />
        <DropOff period={period} flow={flow} names={names} />
        <Funnel period={period} inputs={inputs} />
        <div className="two-cards">
          <AnswerTimes period={period} names={names} />
          <FailedInputs period={period} names={names} />
        </div>
      </div>
    </div>
  )
}
