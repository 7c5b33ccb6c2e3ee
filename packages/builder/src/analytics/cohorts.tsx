import { useState } from 'react'
import { dayOf } from '../design/dates.js'
import { Select } from '../design/select.js'
import { Table } from '../design/table.js'
import { locale, t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { type MetricsPeriod, type NamedBlock, percent, useMetrics } from './metrics.js'

/** Number of weeks shown at first; a button shows older ones. */
const shownWeeks = 12

/** Conversations by the week in which they began: how many finished, continued on another day, and reached an input. */
export default function Cohorts({ span, inputs }: { span: MetricsPeriod; inputs: readonly NamedBlock[] }) {
  const [blockId, setBlockId] = useState('')
  const [showsAll, setShowsAll] = useState(false)
  const input = inputs.find(({ id }) => id === blockId)
  const { data, error } = useMetrics(['getCohorts', input?.id], span, (asked) =>
    api.getCohorts({ ...asked, ...(input && { blockId: input.id }) }),
  )
  const weeks = data?.weeks.toReversed() ?? []
  const shown = showsAll ? weeks : weeks.slice(0, shownWeeks)
  return (
    <section className="card">
      <div className="row wrap">
        <h2 className="grow">{t('Cohorts')}</h2>
        {inputs.length > 0 && (
          <Select
            label={t('Reached')}
            isLabelHidden
            value={input ? blockId : ''}
            choices={[['', t('Reached…')], ...inputs.map(({ id, name }) => [id, name] as const)]}
            onChange={setBlockId}
          />
        )}
      </div>
      <p className="soft">{t('What became of the conversations that began in each week.')}</p>
      {error && <p className="notice danger">{error.message}</p>}
      {data && weeks.length === 0 && <p className="soft">{t('Nobody began a conversation in this period.')}</p>}
      {shown.length > 0 && (
        <Table
          isNumeric
          className="cohorts"
          head={
            <>
              <th scope="col">{t('Week of')}</th>
              <th scope="col">{t('Starts')}</th>
              <th scope="col">{t('Finished')}</th>
              <th scope="col" title={t('Went on a day or more after the start')}>
                {t('Came back')}
              </th>
              {input && <th scope="col">{input.name}</th>}
            </>
          }
        >
          {shown.map(({ week, starts, completions, returns, reached }) => (
            <tr key={week}>
              <td>{dayOf(`${week}T12:00`)}</td>
              <td>{starts.toLocaleString(locale)}</td>
              <Share part={completions} whole={starts} />
              <Share part={returns} whole={starts} />
              {input && <Share part={reached ?? 0} whole={starts} />}
            </tr>
          ))}
        </Table>
      )}
      {weeks.length > shown.length && (
        <button type="button" className="button plain" onClick={() => setShowsAll(true)}>
          {t('Show all weeks')}
        </button>
      )}
    </section>
  )
}

/** A share of a week, shaded by its size. */
function Share({ part, whole }: { part: number; whole: number }) {
  const share = whole === 0 ? 0 : part / whole
  return (
    <td className="cohort-share" data-share={Math.ceil(share * 5)} title={part.toLocaleString(locale)}>
      {percent(part, whole)}
    </td>
  )
}
