import type { FilterOperator } from '@colloquy/api'
import { resultLabels } from '@colloquy/flow'
import { Filter, X } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Input } from '../design/field.js'
import { SearchField } from '../design/search-field.js'
import { Select } from '../design/select.js'
import { SuggestInput } from '../design/suggest-input.js'
import { t } from '../i18n/i18n.js'
import type { Column } from './columns.js'
import {
  type Condition,
  conditionParameter,
  conditionText,
  isComplete,
  operatorsFor,
  startedId,
  valueKindOf,
} from './conditions.js'

/** Filter of results, apart from their time. */
export interface ResultFilter {
  search: string
  completion: '' | 'true' | 'false'
  /** All of them have to hold. */
  conditions: readonly Condition[]
}

export const noFilter: ResultFilter = { search: '', completion: '', conditions: [] }

/** The limit of the API. */
const mostConditions = 10

/** Parameters of the API for a filter. */
export function filterQuery(
  { search, completion, conditions }: ResultFilter,
  columns: readonly Column[],
): { search?: string; isCompleted?: 'true' | 'false'; filters?: object[] } {
  const filters = conditions.flatMap((condition) => conditionParameter(condition, columns) ?? [])
  return {
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(completion !== '' && { isCompleted: completion }),
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
            ['', t('All')],
            ['true', t('Completed')],
            ['false', t('In progress')],
          ]}
          onChange={(completion) => onChange({ ...filter, completion: completion as ResultFilter['completion'] })}
        />
        <button
          type="button"
          className="button plain"
          disabled={conditions.length >= mostConditions}
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
        <ConditionForm
          key={edited}
          condition={conditions[edited]}
          columns={columns}
          onSave={(condition) => change(conditions.toSpliced(edited, 1, condition))}
          onCancel={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

interface ConditionFormProps {
  /** Undefined for a new one. */
  condition: Condition | undefined
  columns: readonly Column[]
  onSave(condition: Condition): void
  onCancel(): void
}

const empty: Condition = { columnId: '', is: 'contains', value: '' }

/** Column, operator and value of one condition. */
function ConditionForm({ condition: before = empty, columns, onSave, onCancel }: ConditionFormProps) {
  const [condition, setCondition] = useState(before)
  const { columnId, is, value } = condition
  const { choices = [], values, more } = columns.find(({ id }) => id === columnId) ?? {}
  const setColumn = (id: string) => {
    const offered = operatorsFor(id, columns)
    const named = columns.find((column) => column.id === id)?.values
    const isKept = !named && !values && offered.some(([operator]) => operator === is)
    setCondition({
      columnId: id,
      ...(isKept ? { is, value } : { is: offered[0]?.[0] ?? is, value: named?.[0]?.[0] ?? '' }),
    })
  }
  const setOperator = (next: string) => {
    const operator = next as FilterOperator
    const isKept = valueKindOf(operator) === valueKindOf(is)
    setCondition({ ...condition, is: operator, ...(!isKept && { value: '' }) })
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete(condition)) onSave(condition)
  }
  const kind = valueKindOf(is)
  return (
    <form
      className="row wrap condition-form"
      aria-label={t('Filter')}
      onSubmit={save}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <Select
        isLabelHidden
        autoFocus
        label={t('Column')}
        value={columnId}
        choices={[
          ['', t('Column…')],
          [startedId, resultLabels.started],
          ...columns.map(({ id, label }) => [id, label] as const),
        ]}
        onChange={setColumn}
      />
      <Select
        isLabelHidden
        label={t('Operator')}
        value={is}
        choices={operatorsFor(columnId, columns)}
        onChange={setOperator}
      />
      {values && (
        <Select
          isLabelHidden
          label={t('Value')}
          value={value}
          choices={values}
          onChange={(next) => setCondition({ ...condition, value: next })}
        />
      )}
      {more && (
        <button type="button" className="button plain" onClick={more}>
          {t('Show older')}
        </button>
      )}
      {!values && kind === 'text' && choices.length > 0 && (
        <SuggestInput
          isLabelHidden
          label={t('Value')}
          maxLength={1000}
          placeholder={t('Value')}
          value={value}
          suggestions={choices.map((choice) => ({ value: choice }))}
          onChange={(next) => setCondition({ ...condition, value: next })}
        />
      )}
      {!values && kind !== 'none' && (kind !== 'text' || choices.length === 0) && (
        <Input
          isLabelHidden
          label={t('Value')}
          type={kind === 'day' ? 'date' : 'text'}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          maxLength={1000}
          placeholder={kind === 'list' ? choices.slice(0, 2).join(', ') || t('One, Two') : t('Value')}
          value={value}
          onChange={(next) => setCondition({ ...condition, value: next })}
        />
      )}
      <button type="submit" className="button primary" disabled={!isComplete(condition)}>
        {t('Apply')}
      </button>
      <button type="button" className="button plain" onClick={onCancel}>
        {t('Cancel')}
      </button>
    </form>
  )
}
