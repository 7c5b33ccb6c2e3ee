import type { TimeFilter } from '@colloquy/api'
import type { ResultsView } from '@colloquy/flow'
import { type Condition, isOperator } from './conditions.js'
import type { ResultFilter } from './result-filters.js'
import type { Sort } from './results-table.js'

/** The state that a view restores. */
export interface ShownResults {
  filter: ResultFilter
  sort: Sort | undefined
  timeFilter: TimeFilter
}

/** Returns a view that saves the given state under a name. */
export function viewOf({ filter, sort, timeFilter }: ShownResults, id: string, name: string): ResultsView {
  const { search, completion, conditions } = filter
  return {
    id,
    name,
    timeFilter,
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(completion === 'unanswered' && { hasStarted: false }),
    ...((completion === 'true' || completion === 'false') && { isCompleted: completion === 'true' }),
    ...(conditions.length > 0 && {
      conditions: conditions.map(({ columnId, is, value }) => ({ columnId, is, value })),
    }),
    ...(sort && { sort: { columnId: sort.columnId, order: sort.order } }),
  }
}

/** The state that a view restores. Conditions with unknown operators are skipped. */
export const shownBy = ({
  search = '',
  hasStarted = true,
  isCompleted,
  conditions = [],
  sort,
  timeFilter,
}: ResultsView): ShownResults => ({
  filter: {
    search,
    completion: completionShown(hasStarted, isCompleted),
    conditions: conditions.flatMap(({ is, ...rest }): Condition[] => (isOperator(is) ? [{ is, ...rest }] : [])),
  },
  sort,
  timeFilter: (timeFilter ?? 'allTime') as TimeFilter,
})

function completionShown(hasStarted: boolean, isCompleted: boolean | undefined): ResultFilter['completion'] {
  if (!hasStarted) return 'unanswered'
  if (isCompleted === undefined) return ''
  return isCompleted ? 'true' : 'false'
}

/** True if a view matches the given state. */
export const isShownBy = (view: ResultsView, shown: ShownResults): boolean =>
  JSON.stringify(viewOf(shownBy(view), '', '')) === JSON.stringify(viewOf(shown, '', ''))
