import type { ReactNode } from 'react'
import { SearchField } from '../design/search-field.js'
import { t } from '../i18n/i18n.js'
import type { usePages } from './use-pages.js'

interface SearchedListProps {
  list: Omit<ReturnType<typeof usePages>, 'pages'>
  /** Of the search field. */
  label: string
  isEmpty: boolean
  /** List items. */
  children: ReactNode
}

/** A search field, the rows that it finds, and a button for more of them. */
export const SearchedList = ({ list, label, isEmpty, children }: SearchedListProps) => (
  <>
    <SearchField isWide label={label} placeholder={label} value={list.search} onChange={list.setSearch} />
    {list.error && <p className="notice danger">{list.error.message}</p>}
    {list.isPending && <p className="soft">{t('Loading…')}</p>}
    {!list.isPending && isEmpty && !list.error && <p className="soft">{t('No results')}</p>}
    {!isEmpty && <ul className="card rows">{children}</ul>}
    {list.hasMore && (
      <button type="button" className="button" onClick={list.more}>
        {t('Show more')}
      </button>
    )}
  </>
)
