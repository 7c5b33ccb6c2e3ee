import { Table } from '../design/table.js'
import { locale, t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { type MetricsPeriod, useMetrics } from './metrics.js'

interface InputTableProps {
  span: MetricsPeriod
  /** Names of inputs by id. */
  names: ReadonlyMap<string, string>
}

/** Tables about single questions: how long visitors take, and which answers are invalid. */
export default function InputTables(props: InputTableProps) {
  return (
    <div className="two-cards">
      <AnswerTimes {...props} />
      <FailedInputs {...props} />
    </div>
  )
}

/** How long visitors take for each question. */
function AnswerTimes({ span, names }: InputTableProps) {
  const { data, error } = useMetrics(['getAnswerTimes'], span, (input) => api.getAnswerTimes(input))
  const rows = data?.blocks.toSorted((a, b) => b.medianSeconds - a.medianSeconds) ?? []
  return (
    <section className="card">
      <div>
        <h2>{t('Time to answer')}</h2>
        <p className="soft">
          {t('Half of the visitors answer faster than the median, and nine of ten faster than the 90th percentile.')}
        </p>
      </div>
      {error && <p className="notice danger">{error.message}</p>}
      {data && rows.length === 0 && <p className="soft">{t('No answers in this period.')}</p>}
      {rows.length > 0 && (
        <Table
          isNumeric
          head={
            <>
              <th scope="col">{t('Question')}</th>
              <th scope="col">{t('Answers')}</th>
              <th scope="col">{t('Median')}</th>
              <th scope="col">{t('90th percentile')}</th>
            </>
          }
        >
          {rows.map(({ blockId, answers, medianSeconds, slowestTenthSeconds }) => (
            <tr key={blockId}>
              <td className="name">{names.get(blockId) ?? t('Deleted block')}</td>
              <td>{answers.toLocaleString(locale)}</td>
              <td>{duration(medianSeconds)}</td>
              <td>{duration(slowestTenthSeconds)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

/** Which questions visitors answer in ways that do not fit. */
function FailedInputs({ span, names }: InputTableProps) {
  const { data, error } = useMetrics(['getInvalidReplies'], span, (input) => api.getInvalidReplies(input))
  return (
    <section className="card">
      <div>
        <h2>{t('Validation errors')}</h2>
        <p className="soft">
          {t('How often each question was asked again: a hint or another kind of input may help.')}
        </p>
      </div>
      {error && <p className="notice danger">{error.message}</p>}
      {data?.blocks.length === 0 && <p className="soft">{t('No validation errors in this period.')}</p>}
      {data && data.blocks.length > 0 && (
        <Table
          isNumeric
          head={
            <>
              <th scope="col">{t('Question')}</th>
              <th scope="col">{t('Asked again')}</th>
              <th scope="col">{t('Visitors')}</th>
            </>
          }
        >
          {data.blocks.map(({ blockId, invalidReplies, results }) => (
            <tr key={blockId}>
              <td className="name">{names.get(blockId) ?? t('Deleted block')}</td>
              <td>{invalidReplies.toLocaleString(locale)}</td>
              <td>{results.toLocaleString(locale)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

/** Seconds in words; an hour stands for all that took longer. */
function duration(seconds: number): string {
  if (seconds >= 3600) return t('1 h or more')
  if (seconds < 60) return `${seconds} s`
  const rest = seconds % 60
  return rest === 0
    ? t('{floor} min', { floor: Math.floor(seconds / 60) })
    : t('{floor} min {rest} s', { floor: Math.floor(seconds / 60), rest })
}
