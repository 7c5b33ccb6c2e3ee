import type { TimeFilter } from '@colloquy/api'
import type { ResultsView } from '@colloquy/flow'
import { type Condition, isOperator } from './conditions.js'
import type { ResultFilter } from './result-filters.js'
import type { Sort } from './results-table.js'

/** What a view restores. */
export interface ShownResults {
  filter: ResultFilter
  sort: Sort | undefined
  timeFilter: TimeFilter
}

/** The view that keeps what is shown, under a name. */
export function viewOf({ filter, sort, timeFilter }: ShownResults, id: string, name: string): ResultsView {
  const { search, completion, conditions } = filter
  return {
    id,
    name,
    timeFilter,
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(completion !== '' && { isCompleted: completion === 'true' }),
    ...(conditions.length > 0 && {
      conditions: conditions.map(({ columnId, is, value }) => ({ columnId, is, value })),
    }),
    ...(sort && { sort: { columnId: sort.columnId, order: sort.order } }),
  }
}

/** What a view shows. Conditions with operators that are not known here are left out. */
export const shownBy = ({
  search = '',
  isCompleted,
  conditions = [],
  sort,
  timeFilter,
}: ResultsView): ShownResults => ({
  filter: {
    search,
    completion: isCompleted === undefined ? '' : isCompleted ? 'true' : 'false',
    conditions: conditions.flatMap(({ is, ...rest }): Condition[] => (isOperator(is) ? [{ is, ...rest }] : [])),
  },
  sort,
  timeFilter: (timeFilter ?? 'allTime') as TimeFilter,
})

/** Whether a view shows just this. */
export const isShownBy = (view: ResultsView, shown: ShownResults): boolean =>
  JSON.stringify(viewOf(shownBy(view), '', '')) === JSON.stringify(viewOf(shown, '', ''))
