import { Filter, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { onDemand, Part } from '../design/on-demand.js'
import { SearchField } from '../design/search-field.js'
import { Select } from '../design/select.js'
import { t } from '../i18n/i18n.js'
import type { Column } from './columns.js'
import { type Condition, conditionParameter, conditionText } from './conditions.js'

const ConditionForm = onDemand(() => import('./condition-form.js'))

/** Filter of results, apart from their time. */
export interface ResultFilter {
  search: string
  /** `unanswered` shows visitors who gave no answer, whom the others omit. */
  completion: '' | 'true' | 'false' | 'unanswered'
  /** All of them have to hold. */
  conditions: readonly Condition[]
}

export const noFilter: ResultFilter = { search: '', completion: '', conditions: [] }

/** The limit of the API. */
const maxConditions = 10

/** Parameters of the API for a filter. */
export function filterQuery(
  { search, completion, conditions }: ResultFilter,
  columns: readonly Column[],
): { search?: string; hasStarted?: 'false'; isCompleted?: 'true' | 'false'; filters?: object[] } {
  const filters = conditions.flatMap((condition) => conditionParameter(condition, columns) ?? [])
  return {
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(completion === 'unanswered' && { hasStarted: 'false' }),
    ...((completion === 'true' || completion === 'false') && { isCompleted: completion }),
    ...(filters.length > 0 && { filters }),
  }
}

interface ResultFiltersProps {
  filter: ResultFilter
  columns: readonly Column[]
  onChange(filter: ResultFilter): void
}

/** Milliseconds after the last keystroke at which the search starts. */
const pause = 350

/** Search in all texts, completion, and conditions on columns, each of which can be changed and removed. */
export function ResultFilters({ filter, columns, onChange }: ResultFiltersProps) {
  const { conditions } = filter
  const [search, setSearch] = useState(filter.search)
  /** Index of the condition that is being edited; one past the last for a new one. */
  const [edited, setEdited] = useState<number>()
  useEffect(() => {
    if (search === filter.search) return
    const timer = setTimeout(() => onChange({ ...filter, search }), pause)
    return () => clearTimeout(timer)
  }, [search, filter, onChange])
  const change = (next: readonly Condition[]) => {
    setEdited(undefined)
    const texts = next.map((condition) => conditionText(condition, columns))
    onChange({ ...filter, conditions: next.filter((_, index) => texts.indexOf(texts[index]!) === index) })
  }
  return (
    <>
      <div className="row wrap result-filters">
        <SearchField
          label={t('Search answers')}
          placeholder={t('Search answers')}
          maxLength={200}
          value={search}
          onChange={setSearch}
        />
        <Select
          isLabelHidden
          label={t('Completion')}
          value={filter.completion}
          choices={[
            ['', t('All with answers')],
            ['true', t('Completed')],
            ['false', t('In progress')],
            ['unanswered', t('Without answers')],
          ]}
          onChange={(completion) => onChange({ ...filter, completion: completion as ResultFilter['completion'] })}
        />
        <button
          type="button"
          className="button plain"
          disabled={conditions.length >= maxConditions}
          aria-expanded={edited === conditions.length}
          onClick={() => setEdited(conditions.length)}
        >
          <Filter size={14} /> {t('Filter')}
        </button>
      </div>
      {(conditions.length > 0 || edited !== undefined) && (
        <ul className="row wrap conditions" aria-label={t('Filters')}>
          {conditions.map((condition, index) => {
            const text = conditionText(condition, columns)
            return (
              <li key={text} className="condition" data-edited={edited === index}>
                <button type="button" className="cut" title={text} onClick={() => setEdited(index)}>
                  {text}
                </button>
                <button
                  type="button"
                  aria-label={t('Remove filter: {text}', { text })}
                  onClick={() => change(conditions.toSpliced(index, 1))}
                >
                  <X size={13} />
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {edited !== undefined && (
        <Part keysFor=".condition-form">
          <ConditionForm
            key={edited}
            condition={conditions[edited]}
            columns={columns}
            onSave={(condition) => change(conditions.toSpliced(edited, 1, condition))}
            onCancel={() => setEdited(undefined)}
          />
        </Part>
      )}
    </>
  )
}
