import { locale, t } from '../i18n/i18n.js'
import type { Answer } from '../service/api.js'
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
  const total = count.total.toLocaleString(locale)
  return (
    <p className="notice row wrap select-all" role="status">
      {isAll
        ? t('All {total} results that match are selected.', { total })
        : t('{count} results are selected.', { count: ids.size.toLocaleString(locale) })}
      <button type="button" className="link" onClick={() => (isAll ? choose(new Set()) : chooseAll(count.countedAt))}>
        {isAll ? t('Clear selection') : t('Select all {total} that match', { total })}
      </button>
    </p>
  )
}
