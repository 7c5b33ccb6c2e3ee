import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Confirm } from '../design/confirm.js'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { Select } from '../design/select.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'

type Attribute = Answer<'listContactAttributes'>['attributes'][number]

export const typeNames: Readonly<Record<Attribute['type'], string>> = {
  text: t('Text'),
  number: t('Number'),
  date: t('Date'),
  boolean: t('Yes or no'),
  list: t('List'),
}

/** The attributes that contacts of a workspace may have. */
export function AttributesDialog({ workspaceId, onClose }: { workspaceId: string; onClose(): void }) {
  const queries = useQueryClient()
  const key = ['contact-attributes', workspaceId]
  const attributes = useQuery({
    queryKey: key,
    queryFn: () => api.listContactAttributes({ workspaceId }),
    select: (answer) => answer.attributes,
  })
  const [name, setName] = useState('')
  const [type, setType] = useState<Attribute['type']>('text')
  const [deleted, setDeleted] = useState<Attribute>()
  const { attempt, isBusy, error } = useAttempt()
  const refresh = () => queries.invalidateQueries({ queryKey: key })
  const add = () =>
    attempt(async () => {
      await api.createContactAttribute({ workspaceId, name: name.trim(), type })
      setName('')
      await refresh()
    })
  return (
    <>
      <Dialog
        title={t('Attributes of contacts')}
        description={t('Flows read and write an attribute as contact. and its name, such as contact.plan.')}
        onClose={onClose}
      >
        {attributes.data && attributes.data.length > 0 && (
          <ul className="rows">
            {attributes.data.map((attribute) => (
              <li key={attribute.id}>
                <span className="grow">{attribute.name}</span>
                <span className="faint">{typeNames[attribute.type]}</span>
                <button
                  type="button"
                  className="button plain icon-only"
                  aria-label={t('Delete: {name}', { name: attribute.name })}
                  title={t('Delete')}
                  onClick={() => setDeleted(attribute)}
                >
                  <Trash2 size={15} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <form
          className="row wrap contacts-add"
          onSubmit={(event) => {
            event.preventDefault()
            void add()
          }}
        >
          <Input label={t('Name')} placeholder="plan" required value={name} onChange={setName} />
          <Select
            label={t('Type')}
            value={type}
            choices={Object.entries(typeNames)}
            onChange={(chosen) => setType(chosen as Attribute['type'])}
          />
          <button type="submit" className="button" disabled={isBusy || name.trim() === ''}>
            <Plus size={15} /> {t('Add attribute')}
          </button>
        </form>
        <ErrorNotice error={error ?? attributes.error ?? undefined} />
      </Dialog>
      {deleted && (
        <Confirm
          title={t('Delete the attribute “{name}”?', { name: deleted.name })}
          text={t('Its values are deleted in all contacts. You cannot undo this.')}
          action={t('Delete')}
          onConfirm={() => api.deleteContactAttribute({ workspaceId, attributeId: deleted.id }).then(refresh)}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  )
}
