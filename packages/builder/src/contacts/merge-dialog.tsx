import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { SearchField } from '../design/search-field.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { nameOf } from './contact-names.js'

interface MergeDialogProps {
  workspaceId: string
  contact: Answer<'getContact'>['contact']
  onMerged(): Promise<unknown>
  onClose(): void
}

/** Chooses the contact that becomes part of this one. */
export function MergeDialog({ workspaceId, contact, onMerged, onClose }: MergeDialogProps) {
  const [search, setSearch] = useState('')
  const [other, setOther] = useState<Answer<'listContacts'>['contacts'][number]>()
  const { attempt, isBusy, error } = useAttempt()
  const found = useQuery({
    queryKey: ['contacts-to-merge', workspaceId, search],
    queryFn: () => api.listContacts({ workspaceId, search, limit: 6 }),
    select: (answer) => answer.contacts.filter(({ id }) => id !== contact.id),
    enabled: search.trim() !== '',
    placeholderData: keepPreviousData,
  })
  const merge = () =>
    attempt(async () => {
      if (!other) return
      await api.mergeContacts({ workspaceId, contactId: contact.id, otherId: other.id })
      await onMerged()
      onClose()
    })
  return (
    <Dialog
      title={t('Merge with another contact')}
      description={t('Conversations of both belong to {name} then, whose values win. You can undo this for 30 days.', {
        name: nameOf(contact),
      })}
      onClose={onClose}
    >
      <SearchField
        label={t('Search contacts')}
        placeholder={t('Name, email or phone number')}
        value={search}
        onChange={setSearch}
        isWide
      />
      <ul className="rows contacts-found">
        {found.data?.map((one) => (
          <li key={one.id}>
            <label className="row grow">
              <input type="radio" name="other" checked={other?.id === one.id} onChange={() => setOther(one)} />
              <span className="grow contacts-link">
                <strong className="cut">{nameOf(one)}</strong>
                <span className="faint cut">{one.identifiers.map(({ value }) => value).join(' · ')}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {found.data?.length === 0 && search.trim() !== '' && <p className="soft">{t('No other contact matches.')}</p>}
      <ErrorNotice error={error ?? found.error ?? undefined} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('Cancel')}
        </button>
        <button type="button" className="button primary" disabled={isBusy || !other} onClick={() => void merge()}>
          {t('Merge')}
        </button>
      </div>
    </Dialog>
  )
}
