import type { OriginQuery } from '@colloquy/api'
import { useState } from 'react'
import { onDemand, Part } from '../design/on-demand.js'
import { Select } from '../design/select.js'
import { t } from '../i18n/i18n.js'
import { origins, useOriginChoices } from '../results/origins.js'
import type { MetricsPeriod, ShownFlow } from './metrics.js'

const SegmentsTable = onDemand(() => import('./segments-table.js'))

interface SegmentsCardProps {
  span: MetricsPeriod
  flow: ShownFlow
  /** Filters the page by a segment. */
  onChoose(origin: OriginQuery): void
}

/** Compares origins, such as environments or devices, where the bot has several, and the values of each variable that results keep. */
export function SegmentsCard({ span, flow, onChoose }: SegmentsCardProps) {
  const choices = useOriginChoices()
  const [chosen, setChosen] = useState('')
  const offered = origins.filter(({ field }) => choices[field].length > 0)
  const variables = flow.variables.filter(({ isSessionVariable }) => isSessionVariable !== true)
  const kind = offered.find(({ segment }) => segment === chosen)
  const variable = variables.find(({ id }) => variableChoice(id) === chosen)
  if (offered.length + variables.length === 0) return null
  return (
    <section className="card">
      <div className="row wrap">
        <h2 className="grow">{t('Segments')}</h2>
        <Select
          label={t('Compare by')}
          isLabelHidden
          value={kind || variable ? chosen : ''}
          choices={[
            ['', t('Compare by…')],
            ...offered.map(({ segment, label }) => [segment, label] as const),
            ...variables.map(({ id, name }) => [variableChoice(id), t('Variable {name}', { name })] as const),
          ]}
          onChange={setChosen}
        />
      </div>
      <Part>
        {kind && (
          <SegmentsTable
            span={span}
            by={{ by: kind.segment }}
            label={kind.label}
            named={{ field: kind.field, choices: choices[kind.field] }}
            onChoose={onChoose}
          />
        )}
        {variable && (
          <SegmentsTable
            span={span}
            by={{ by: 'variable', variableId: variable.id }}
            label={variable.name}
            onChoose={onChoose}
          />
        )}
      </Part>
    </section>
  )
}

/** Apart from the other things to compare by, whatever the ids of variables. */
const variableChoice = (id: string) => `variable:${id}`
