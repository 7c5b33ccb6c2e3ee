import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Merge, Plus, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Confirm } from '../design/confirm.js'
import { dayOf, momentOf } from '../design/dates.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Field, Input, Switch } from '../design/field.js'
import { Select } from '../design/select.js'
import { ShowMore } from '../design/show-more.js'
import { useAttempt } from '../design/use-attempt.js'
import { PageMessage } from '../frame/page-message.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { AttributeField } from './attribute-field.js'
import { type IdentifierKind, kindChoices, kindNames, nameOf } from './contact-names.js'
import { EraseDialog } from './erase-dialog.js'
import { MergeDialog } from './merge-dialog.js'

export type Contact = Answer<'getContact'>['contact']
type Attribute = Answer<'listContactAttributes'>['attributes'][number]

interface ContactPageProps {
  workspaceId: string
  contactId: string
  /** Address of the list. */
  page: string
}

/** One contact: fields, identifiers, attributes, and the conversations with all bots. */
export function ContactPage({ workspaceId, contactId, page }: ContactPageProps) {
  const [, go] = useLocation()
  const queries = useQueryClient()
  const key = ['contact', workspaceId, contactId]
  const contact = useQuery({
    queryKey: key,
    queryFn: () => api.getContact({ workspaceId, contactId }),
    select: (answer) => answer.contact,
    retry: false,
  })
  const attributes = useQuery({
    queryKey: ['contact-attributes', workspaceId],
    queryFn: () => api.listContactAttributes({ workspaceId }),
    select: (answer) => answer.attributes,
  })
  const [opened, setOpened] = useState<'merge' | 'delete' | 'erase'>()
  const refresh = () =>
    Promise.all(
      [key, ['contact-merges', contactId], ['contact-conversations', contactId], ['contacts'], ['contact-count']].map(
        (queryKey) => queries.invalidateQueries({ queryKey }),
      ),
    )
  const leave = async () => {
    queries.removeQueries({ queryKey: key })
    await Promise.all([['contacts'], ['contact-count']].map((queryKey) => queries.invalidateQueries({ queryKey })))
    go(page)
  }
  if (contact.error) return <PageMessage title={t('This did not work')} text={contact.error.message} />
  if (!contact.data || !attributes.data) return null
  const person = contact.data
  return (
    <>
      <Link href={page} className="button plain contacts-back">
        <ArrowLeft size={15} /> {t('Contacts')}
      </Link>
      <div className="row wrap">
        <h1 className="grow contacts-title cut">{nameOf(person)}</h1>
        <button type="button" className="button" onClick={() => setOpened('merge')}>
          <Merge size={15} /> {t('Merge')}
        </button>
        <button type="button" className="button" onClick={() => setOpened('delete')}>
          <Trash2 size={15} /> {t('Delete')}
        </button>
      </div>
      <p className="soft">
        {t('First seen {first}, last seen {last}', {
          first: dayOf(person.firstSeenAt),
          last: momentOf(person.lastSeenAt),
        })}
      </p>
      <Merges {...{ workspaceId, contactId }} onUndone={refresh} />
      <ContactForm
        key={person.updatedAt}
        contact={person}
        attributes={attributes.data}
        workspaceId={workspaceId}
        onSaved={refresh}
      />
      <Conversations {...{ workspaceId, contactId }} />
      <section className="card">
        <h2>{t('Erase everything')}</h2>
        <p className="soft">
          {t(
            'Deletes the contact with all conversations, results and files in all bots, such as on request of the person.',
          )}
        </p>
        <button type="button" className="button danger contacts-erase" onClick={() => setOpened('erase')}>
          {t('Erase contact')}
        </button>
      </section>
      {opened === 'merge' && (
        <MergeDialog {...{ workspaceId }} contact={person} onMerged={refresh} onClose={() => setOpened(undefined)} />
      )}
      {opened === 'delete' && (
        <Confirm
          title={t('Delete {name}?', { name: nameOf(person) })}
          text={t('Conversations and results stay, without a contact. You cannot undo this.')}
          action={t('Delete')}
          onConfirm={() => api.deleteContact({ workspaceId, contactId }).then(leave)}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === 'erase' && (
        <EraseDialog workspaceId={workspaceId} contact={person} onErased={leave} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

interface ContactFormProps {
  contact: Contact
  attributes: readonly Attribute[]
  workspaceId: string
  onSaved(): Promise<unknown>
}

function ContactForm({ contact, attributes, workspaceId, onSaved }: ContactFormProps) {
  const [name, setName] = useState(contact.name ?? '')
  const [language, setLanguage] = useState(contact.language ?? '')
  const [timeZone, setTimeZone] = useState(contact.timeZone ?? '')
  const [tags, setTags] = useState(contact.tags.join(', '))
  const [notes, setNotes] = useState(contact.notes)
  const [isBlocked, setBlocked] = useState(contact.isBlocked)
  const [identifiers, setIdentifiers] = useState(contact.identifiers)
  const [values, setValues] = useState<Contact['attributes']>(contact.attributes)
  const { attempt, isBusy, error } = useAttempt()
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
  const save = () =>
    attempt(async () => {
      await api.updateContact({
        workspaceId,
        contactId: contact.id,
        name: orNull(name),
        language: orNull(language),
        timeZone: orNull(timeZone),
        tags: listOf(tags),
        notes,
        isBlocked,
        identifiers: identifiers.filter(({ value }) => value.trim() !== ''),
        attributes: Object.fromEntries(attributes.map((attribute) => [attribute.name, values[attribute.name] ?? null])),
      })
      await onSaved()
    })
  return (
    <form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="contacts-fields">
        <Input label={t('Name')} value={name} onChange={setName} maxLength={200} />
        <Input label={t('Tags')} hint={t('Separated by commas')} value={tags} onChange={setTags} />
        <Input label={t('Language')} placeholder="de" value={language} onChange={setLanguage} />
        <Input
          label={t('Time zone')}
          placeholder={Intl.DateTimeFormat().resolvedOptions().timeZone}
          value={timeZone}
          onChange={setTimeZone}
        />
        {attributes.map((attribute) => (
          <AttributeField
            key={attribute.id}
            attribute={attribute}
            value={values[attribute.name]}
            onChange={(value) => setValues({ ...values, [attribute.name]: value as Contact['attributes'][string] })}
          />
        ))}
      </div>
      <fieldset className="contacts-identifiers">
        <legend>{t('Identifiers')}</legend>
        {identifiers.map((identifier, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identifiers that are typed have no id yet
          <div key={index} className="row">
            <Select
              label={t('Kind')}
              isLabelHidden
              value={identifier.kind}
              choices={kindChoices}
              onChange={(kind) =>
                setIdentifiers(
                  identifiers.map((one, at) => (at === index ? { ...one, kind: kind as IdentifierKind } : one)),
                )
              }
            />
            <Input
              label={kindNames[identifier.kind]}
              isLabelHidden
              value={identifier.value}
              onChange={(value) =>
                setIdentifiers(identifiers.map((one, at) => (at === index ? { ...one, value } : one)))
              }
            />
            <button
              type="button"
              className="button plain icon-only"
              aria-label={t('Remove: {name}', { name: identifier.value })}
              title={t('Remove')}
              onClick={() => setIdentifiers(identifiers.filter((_, at) => at !== index))}
            >
              <X size={15} />
            </button>
          </div>
        ))}
        <button
          type="button"
          className="button small"
          onClick={() => setIdentifiers([...identifiers, { kind: 'phone', value: '', channel: null }])}
        >
          <Plus size={14} /> {t('Add identifier')}
        </button>
      </fieldset>
      <Field id="contact-notes" label={t('Notes')}>
        <textarea
          id="contact-notes"
          className="text"
          rows={4}
          maxLength={10_000}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </Field>
      <Switch label={t('Blocked: bots do not answer in messaging apps')} isOn={isBlocked} onChange={setBlocked} />
      <ErrorNotice error={error} />
      <div>
        <button type="submit" className="button primary" disabled={isBusy}>
          {t('Save')}
        </button>
      </div>
    </form>
  )
}

/** The texts of a list that is typed with commas. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

interface OfContact {
  workspaceId: string
  contactId: string
}

function Merges({ workspaceId, contactId, onUndone }: OfContact & { onUndone(): Promise<unknown> }) {
  const merges = useQuery({
    queryKey: ['contact-merges', contactId],
    queryFn: () => api.listContactMerges({ workspaceId, contactId }),
    select: (answer) => answer.merges,
  })
  const { attempt, isBusy, error } = useAttempt()
  const last = merges.data?.[0]
  if (!last) return null
  return (
    <div className="notice row wrap">
      <span className="grow">
        {t('Merged with {name} on {date}. You can undo this until {end}.', {
          name: last.mergedName ?? t('Unknown person'),
          date: dayOf(last.createdAt),
          end: dayOf(last.undoUntil),
        })}
      </span>
      <button
        type="button"
        className="button small"
        disabled={isBusy}
        onClick={() => attempt(() => api.undoContactMerge({ workspaceId, mergeId: last.id }).then(onUndone))}
      >
        {t('Undo merge')}
      </button>
      <ErrorNotice error={error} />
    </div>
  )
}

function Conversations({ workspaceId, contactId }: OfContact) {
  const pages = useInfiniteQuery({
    queryKey: ['contact-conversations', contactId],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      api.listContactConversations({ workspaceId, contactId, ...(pageParam && { cursor: pageParam }) }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = pages.data?.pages.flatMap(({ conversations }) => conversations)
  return (
    <section className="card">
      <h2>{t('Conversations')}</h2>
      <ErrorNotice error={pages.error ?? undefined} />
      {rows?.length === 0 && <p className="soft">{t('No conversations yet.')}</p>}
      {rows && rows.length > 0 && (
        <ul className="rows">
          {rows.map(({ sessionId, botId, botName, resultId, source, isCompleted, isRunning, createdAt }) => (
            <li key={sessionId}>
              <span className="grow contacts-link">
                <Link href={resultId === null ? `/bots/${botId}/results` : `/bots/${botId}/results/${resultId}`}>
                  {botName}
                </Link>
                <span className="faint">{[momentOf(createdAt), ...(source === null ? [] : [source])].join(' · ')}</span>
              </span>
              <span className={`tag ${isRunning ? '' : isCompleted ? 'good' : ''}`}>
                {isRunning ? t('In progress') : isCompleted ? t('Completed') : t('Not completed')}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ShowMore pages={pages} />
    </section>
  )
}
