import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, Download, Ellipsis, ListFilter, Plus, SlidersHorizontal, Upload, Users } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { Confirm } from '../design/confirm.js'
import { momentOf } from '../design/dates.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Menu, MenuItem } from '../design/menu.js'
import { DialogPart, onDemand } from '../design/on-demand.js'
import { SearchField } from '../design/search-field.js'
import { Select } from '../design/select.js'
import { ShowMore } from '../design/show-more.js'
import { showError } from '../design/toasts.js'
import { locale, t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import type { SectionProps } from '../service/section.js'
import { AttributesDialog } from './attributes-dialog.js'
import { ContactFilters, type Filter, isComplete } from './contact-filters.js'
import { nameOf } from './contact-names.js'
import { ContactPage } from './contact-page.js'
import { saveContacts } from './export-contacts.js'
import { NewContactDialog } from './new-contact-dialog.js'
import { SegmentDialog } from './segment-dialog.js'
import './contacts.css'

const ImportDialog = onDemand(() => import('./import-dialog.js'))

type Listed = Answer<'listContacts'>['contacts'][number]

/** The contacts of a workspace, or the one that the address names. */
export default function Contacts({ workspace }: SectionProps) {
  const contactId = new URLSearchParams(useSearch()).get('contact')
  const page = `/workspaces/${workspace.id}/settings/contacts`
  if (contactId !== null)
    return <ContactPage key={contactId} workspaceId={workspace.id} contactId={contactId} page={page} />
  return <ContactList workspaceId={workspace.id} page={page} />
}

type Opened = 'new' | 'attributes' | 'save' | 'delete' | 'import'

function ContactList({ workspaceId, page }: { workspaceId: string; page: string }) {
  const [, go] = useLocation()
  const queries = useQueryClient()
  const [search, setSearch] = useState('')
  const [segmentId, setSegmentId] = useState('')
  const [filters, setFilters] = useState<Filter[]>([])
  const [opened, setOpened] = useState<Opened>()
  const attributes = useQuery({
    queryKey: ['contact-attributes', workspaceId],
    queryFn: () => api.listContactAttributes({ workspaceId }),
    select: (answer) => answer.attributes,
  })
  const segments = useQuery({
    queryKey: ['contact-segments', workspaceId],
    queryFn: () => api.listContactSegments({ workspaceId }),
    select: (answer) => answer.segments,
  })
  const complete = filters.filter(isComplete)
  const query = {
    workspaceId,
    ...(search.trim() !== '' && { search }),
    ...(complete.length > 0 && { filters: JSON.stringify(complete) }),
  }
  const isFiltered = 'search' in query || 'filters' in query
  const pages = useInfiniteQuery({
    queryKey: ['contacts', query],
    initialPageParam: '',
    queryFn: ({ pageParam }) => api.listContacts({ ...query, ...(pageParam && { cursor: pageParam }) }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
  const count = useQuery({
    queryKey: ['contact-count', query],
    queryFn: () => api.countContacts(query),
    placeholderData: keepPreviousData,
  })
  const segment = segments.data?.find(({ id }) => id === segmentId)
  const choose = (id: string) => {
    setSegmentId(id)
    setFilters(segments.data?.find((one) => one.id === id)?.filters ?? [])
  }
  const refreshSegments = () => queries.invalidateQueries({ queryKey: ['contact-segments', workspaceId] })
  const rows = pages.data?.pages.flatMap(({ contacts }) => contacts)
  const close = () => setOpened(undefined)
  return (
    <>
      <div className="row wrap">
        <h1 className="grow contacts-title">{t('Contacts')}</h1>
        <Menu
          trigger={
            <button type="button" className="button icon-only" aria-label={t('More about contacts')}>
              <Ellipsis size={15} />
            </button>
          }
        >
          <MenuItem icon={<Upload size={15} />} onSelect={() => setOpened('import')}>
            {t('Import contacts…')}
          </MenuItem>
          <MenuItem icon={<Download size={15} />} onSelect={() => void saveContacts(query).catch(showError)}>
            {isFiltered ? t('Export what the list shows') : t('Export all contacts')}
          </MenuItem>
        </Menu>
        <button type="button" className="button" onClick={() => setOpened('attributes')}>
          <SlidersHorizontal size={15} /> {t('Attributes')}
        </button>
        <button type="button" className="button primary" onClick={() => setOpened('new')}>
          <Plus size={15} /> {t('Add contact')}
        </button>
      </div>
      <p className="soft">{t('The people that the bots of this workspace talk to, on all channels.')}</p>
      <div className="row wrap contacts-find">
        <SearchField
          label={t('Search contacts')}
          placeholder={t('Name, email or phone number')}
          value={search}
          onChange={setSearch}
          isWide
        />
        {segments.data && segments.data.length > 0 && (
          <Select
            label={t('Segment')}
            isLabelHidden
            value={segmentId}
            choices={[['', t('All contacts')], ...segments.data.map(({ id, name }) => [id, name] as const)]}
            onChange={choose}
          />
        )}
        <button
          type="button"
          className="button"
          onClick={() => setFilters([...filters, { field: 'tag', is: 'equals', value: '' }])}
          disabled={filters.length >= 10}
        >
          <ListFilter size={15} /> {t('Add filter')}
        </button>
      </div>
      <ContactFilters filters={filters} attributes={attributes.data ?? []} onChange={setFilters} />
      {(complete.length > 0 || segment) && (
        <div className="row wrap">
          {complete.length > 0 && (
            <button type="button" className="button small" onClick={() => setOpened('save')}>
              {segment ? t('Save segment') : t('Save as segment')}
            </button>
          )}
          {segment && (
            <button type="button" className="button small" onClick={() => setOpened('delete')}>
              {t('Delete segment')}
            </button>
          )}
        </div>
      )}
      <ErrorNotice error={pages.error ?? count.error ?? undefined} />
      {count.data && (
        <p className="faint" role="status">
          {t('{count, plural, one {# contact} other {# contacts}}', { count: count.data.count })}
        </p>
      )}
      {rows?.length === 0 && !pages.hasNextPage && (
        <div className="card empty">
          <Users size={28} />
          <p>
            {isFiltered
              ? t('No contacts match. Change the search or the filters.')
              : t('No contacts yet. Bots add people who give an attribute, and you can add one yourself.')}
          </p>
        </div>
      )}
      {rows && rows.length > 0 && (
        <ul className="card rows">
          {rows.map((contact) => (
            <ContactRow key={contact.id} contact={contact} page={page} />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} />
      {opened === 'new' && (
        <NewContactDialog workspaceId={workspaceId} onAdded={(id) => go(`${page}?contact=${id}`)} onClose={close} />
      )}
      {opened === 'import' && (
        <DialogPart>
          <ImportDialog
            workspaceId={workspaceId}
            onImported={() =>
              Promise.all(['contacts', 'contact-count'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
            }
            onClose={close}
          />
        </DialogPart>
      )}
      {opened === 'attributes' && <AttributesDialog workspaceId={workspaceId} onClose={close} />}
      {opened === 'save' && (
        <SegmentDialog
          workspaceId={workspaceId}
          segment={segment}
          filters={complete}
          onSaved={async (id) => {
            await refreshSegments()
            setSegmentId(id)
          }}
          onClose={close}
        />
      )}
      {opened === 'delete' && segment && (
        <Confirm
          title={t('Delete this segment?')}
          text={t('Its contacts stay. You cannot undo this.')}
          action={t('Delete segment')}
          onConfirm={async () => {
            await api.deleteContactSegment({ workspaceId, segmentId: segment.id })
            choose('')
            await refreshSegments()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function ContactRow({ contact, page }: { contact: Listed; page: string }) {
  const { id, identifiers, tags, isBlocked, lastSeenAt } = contact
  const known = identifiers.map(({ value }) => value).filter((value) => value !== nameOf(contact))
  return (
    <li>
      <Link href={`${page}?contact=${id}`} className="grow contacts-link">
        <strong className="cut">{nameOf(contact)}</strong>
        {known.length > 0 && <span className="faint cut">{known.slice(0, 3).join(' · ')}</span>}
      </Link>
      {isBlocked && <span className="tag danger">{t('Blocked')}</span>}
      <span className="contacts-tags">
        {tags.slice(0, 3).map((tag) => (
          <span key={tag} className="tag">
            {tag}
          </span>
        ))}
        {tags.length > 3 && <span className="faint">+{(tags.length - 3).toLocaleString(locale)}</span>}
      </span>
      <span className="faint nowrap contacts-seen" title={t('Last seen')}>
        {momentOf(lastSeenAt)}
      </span>
      <ChevronRight size={15} aria-hidden />
    </li>
  )
}
