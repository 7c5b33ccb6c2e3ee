import { Filter, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Input, Select } from '../design/field.js'
import { SearchField } from '../design/search-field.js'
import type { Column } from './columns.js'

/** What results are to be found, beside their time. */
export interface ResultFilter {
  search: string
  completion: '' | 'true' | 'false'
  /** Exactly this value in a column; nothing without a column. */
  columnId: string
  value: string
}

export const noFilter: ResultFilter = { search: '', completion: '', columnId: '', value: '' }

/** The parameters by which the API finds them. */
export function filterQuery(
  { search, completion, columnId, value }: ResultFilter,
  columns: readonly Column[],
): Record<string, string> {
  const column = columns.find(({ id }) => id === columnId)
  return {
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(completion !== '' && { isCompleted: completion }),
    ...(column && { [column.filter]: column.id, ...(value !== '' && { value }) }),
  }
}

interface ResultFiltersProps {
  filter: ResultFilter
  columns: readonly Column[]
  onChange(filter: ResultFilter): void
}

/** Milliseconds of rest before what is typed is looked for. */
const pause = 350

/** Text anywhere, completion, and a value of one column. */
export function ResultFilters({ filter, columns, onChange }: ResultFiltersProps) {
  const [search, setSearch] = useState(filter.search)
  const [value, setValue] = useState(filter.value)
  const [isMore, setMore] = useState(filter.columnId !== '')
  useEffect(() => {
    if (search === filter.search && value === filter.value) return
    const timer = setTimeout(() => onChange({ ...filter, search, value }), pause)
    return () => clearTimeout(timer)
  }, [search, value, filter, onChange])
  const clearColumn = () => {
    setMore(false)
    setValue('')
    onChange({ ...filter, columnId: '', value: '' })
  }
  return (
    <div className="row wrap result-filters">
      <SearchField
        label="Search answers"
        placeholder="Search answers"
        maxLength={200}
        value={search}
        onChange={setSearch}
      />
      <Select
        isLabelHidden
        label="Completion"
        value={filter.completion}
        choices={[
          ['', 'All'],
          ['true', 'Complete'],
          ['false', 'Begun'],
        ]}
        onChange={(completion) => onChange({ ...filter, completion: completion as ResultFilter['completion'] })}
      />
      {isMore ? (
        <>
          <Select
            isLabelHidden
            label="Column"
            value={filter.columnId}
            choices={[['', 'Column…'], ...columns.map(({ id, label }) => [id, label] as const)]}
            onChange={(columnId) => onChange({ ...filter, columnId })}
          />
          <Input
            isLabelHidden
            label="Is exactly"
            value={value}
            placeholder="Is exactly… (or anything)"
            disabled={filter.columnId === ''}
            onChange={setValue}
          />
          <button
            type="button"
            className="button plain icon-only"
            aria-label="Remove this filter"
            onClick={clearColumn}
          >
            <X size={15} />
          </button>
        </>
      ) : (
        <button type="button" className="button plain" onClick={() => setMore(true)}>
          <Filter size={14} /> By value
        </button>
      )}
    </div>
  )
}
