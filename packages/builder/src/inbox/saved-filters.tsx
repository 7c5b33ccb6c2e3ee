import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { ListFilter as FilterIcon, X } from 'lucide-react'
import { Link } from 'wouter'
import { showError } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'

export type SavedFilter = Answer<'getInboxSetup'>['filters'][number]

export const setupKey = (workspaceId: string) => ['inbox', workspaceId, 'setup'] as const

/** Replaces the saved filters of the user in this workspace. */
export async function saveFilters(
  queries: QueryClient,
  workspaceId: string,
  filters: readonly SavedFilter[],
): Promise<void> {
  await api.saveInboxFilters({ workspaceId, filters: [...filters] })
  await queries.invalidateQueries({ queryKey: setupKey(workspaceId) })
}

interface SavedFiltersProps {
  workspaceId: string
  base: string
  /** View and query of the page. */
  current: string
  saved: readonly SavedFilter[]
}

/** Links to the saved filters of the user. */
export function SavedFilters({ workspaceId, base, current, saved }: SavedFiltersProps) {
  const queries = useQueryClient()
  if (saved.length === 0) return null
  return (
    <nav className="side-list inbox-saved" aria-label={t('Saved filters')}>
      <p className="side-title">{t('Saved filters')}</p>
      {saved.map(({ id, name, query }) => (
        <div key={id} className="row">
          <Link href={`${base}/${query}`} className="grow" aria-current={query === current ? 'page' : undefined}>
            <FilterIcon size={15} aria-hidden /> <span className="grow">{name}</span>
          </Link>
          <button
            type="button"
            className="button plain small icon-only"
            aria-label={t('Delete the filter {name}', { name })}
            title={t('Delete')}
            onClick={() =>
              saveFilters(
                queries,
                workspaceId,
                saved.filter((one) => one.id !== id),
              ).catch(showError)
            }
          >
            <X size={13} />
          </button>
        </div>
      ))}
    </nav>
  )
}
