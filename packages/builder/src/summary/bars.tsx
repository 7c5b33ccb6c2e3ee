import { percent } from '../analytics/metrics.js'
import { locale, t } from '../i18n/i18n.js'

interface BarsProps {
  /** Name of the table for screen readers. */
  label: string
  rows: readonly { name: string; answers: number }[]
  /** The total that shares refer to. */
  whole: number
  /** For short names, which fit beside their bars. */
  isCompact?: boolean
}

/** Number of times each choice was selected: a table with a bar in each row. */
export function Bars({ label, rows, whole, isCompact = false }: BarsProps) {
  const max = Math.max(1, ...rows.map(({ answers }) => answers))
  return (
    <table className={isCompact ? 'answer-bars compact' : 'answer-bars'}>
      <caption className="visually-hidden">{t('Answers to {label}', { label })}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('Answer')}</th>
          <th scope="col">{t('Count')}</th>
          <th scope="col">{t('Percentage')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, answers }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two choices may have the same name, and their order stays
          <tr key={index}>
            <th scope="row">
              <span className="bar-line">
                <span className="bar-name">{name}</span>
                <svg className="answer-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(answers / max) * 100} height="8" />
                </svg>
              </span>
            </th>
            <td>{answers.toLocaleString(locale)}</td>
            <td className="faint">{percent(answers, whole)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
