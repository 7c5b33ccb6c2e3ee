import { useQueryClient } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { type FormEvent, type RefObject, useState } from 'react'
import type { Choices } from '../design/choices.js'
import { Input } from '../design/field.js'
import { SearchField } from '../design/search-field.js'
import { Select } from '../design/select.js'
import { showError } from '../design/toasts.js'
import { newId } from '../document/new-id.js'
import { t } from '../i18n/i18n.js'
import { type ListFilter, queryOf } from './list-filter.js'
import { type SavedFilter, saveFilters } from './saved-filters.js'
import type { View } from './views.js'

interface ListToolsProps {
  workspaceId: string
  view: View
  bots: Choices
  channels: Choices
  teams: Choices
  search: string
  filter: ListFilter
  saved: readonly SavedFilter[]
  field: RefObject<HTMLInputElement | null>
  onSearch(text: string): void
  onFilter(filter: ListFilter): void
}

/** Above the list of conversations: a search, and the filter of the view. */
export function ListTools(props: ListToolsProps) {
  const { workspaceId, view, bots, channels, teams, search, filter, saved, field, onSearch, onFilter } = props
  const query = queryOf(filter)
  const [isOpen, setOpen] = useState(query !== '')
  const set = (name: keyof ListFilter, value: string) => {
    const { [name]: _, ...rest } = filter
    onFilter(value === '' ? rest : { ...rest, [name]: name === 'waiting' ? Number(value) : value })
  }
  const isSaved = saved.some((one) => one.query === `${view}${query}`)
  return (
    <div className="inbox-filter">
      <div className="row">
        <div className="grow inbox-search">
          <SearchField
            label={t('Search conversations')}
            placeholder={t('Search')}
            isWide
            value={search}
            ref={field}
            onChange={onSearch}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.stopPropagation()
              onSearch('')
              event.currentTarget.blur()
            }}
          />
        </div>
        <button
          type="button"
          className="button plain icon-only"
          aria-label={t('Filter')}
          title={t('Filter')}
          aria-expanded={isOpen}
          data-on={query !== ''}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal size={15} />
        </button>
      </div>
      {isOpen && search === '' && (
        <div className="stack inbox-filter-fields">
          {bots.length > 1 && (
            <Select
              isLabelHidden
              label={t('Bot')}
              value={filter.botId ?? ''}
              choices={[['', t('All bots')], ...bots]}
              onChange={(value) => set('botId', value)}
            />
          )}
          <Select
            isLabelHidden
            label={t('Channel')}
            value={filter.channel ?? ''}
            choices={[['', t('All channels')], ...channels]}
            onChange={(value) => set('channel', value)}
          />
          {teams.length > 0 && (
            <Select
              isLabelHidden
              label={t('Team')}
              value={filter.teamId ?? ''}
              choices={[['', t('All teams')], ...teams]}
              onChange={(value) => set('teamId', value)}
            />
          )}
          <Select
            isLabelHidden
            label={t('Waiting')}
            value={String(filter.waiting ?? '')}
            choices={waits}
            onChange={(value) => set('waiting', value)}
          />
          {query !== '' && !isSaved && (
            <SaveFilter key={query} workspaceId={workspaceId} saved={saved} query={`${view}${query}`} />
          )}
        </div>
      )}
    </div>
  )
}

const waits: Choices = [
  ['', t('Any waiting time')],
  ['10', t('Waiting for 10 minutes')],
  ['60', t('Waiting for an hour')],
  ['240', t('Waiting for 4 hours')],
  ['1440', t('Waiting for a day')],
]

function SaveFilter({ workspaceId, saved, query }: Pick<ListToolsProps, 'workspaceId' | 'saved'> & { query: string }) {
  const queries = useQueryClient()
  const [name, setName] = useState<string>()
  if (name === undefined)
    return (
      <button type="button" className="link inbox-save" onClick={() => setName('')}>
        {t('Save filter')}
      </button>
    )
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const added = { id: newId(), name: name.trim(), query }
    await saveFilters(queries, workspaceId, [...saved, added]).catch(showError)
  }
  return (
    <form className="row" onSubmit={save}>
      <Input
        isLabelHidden
        label={t('Name of the filter')}
        placeholder={t('Name of the filter')}
        value={name}
        maxLength={60}
        autoFocus
        onChange={setName}
      />
      <button type="submit" className="button" disabled={name.trim() === ''}>
        {t('Save')}
      </button>
    </form>
  )
}
