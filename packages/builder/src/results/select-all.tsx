import type { Answer } from '../service/request.js'
import type { Result } from './result.js'
import type { useSelection } from './use-selection.js'

interface SelectAllProps {
  selection: ReturnType<typeof useSelection>
  rows: readonly Result[]
  /** Undefined while it is not known how many match. */
  count: Answer<'countResults'> | undefined
}

/** Leads from all rows that are loaded to all that match. */
export function SelectAll({ selection: { ids, isAll, choose, chooseAll }, rows, count }: SelectAllProps) {
  const areLoadedChosen = rows.length > 0 && rows.every(({ id }) => ids.has(id))
  if (!count || !(isAll || (areLoadedChosen && count.total > rows.length))) return null
  const total = count.total.toLocaleString()
  return (
    <p className="notice row wrap select-all" role="status">
      {isAll ? `All ${total} results that match are selected.` : `${ids.size.toLocaleString()} results are selected.`}
      <button type="button" className="link" onClick={() => (isAll ? choose(new Set()) : chooseAll(count.countedAt))}>
        {isAll ? 'Clear selection' : `Select all ${total} that match`}
      </button>
    </p>
  )
}
