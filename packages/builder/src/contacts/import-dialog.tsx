import { contactColumns } from '@colloquy/flow/contacts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Field } from '../design/field.js'
import { Select } from '../design/select.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { textOfFile } from '../service/text-of-file.js'
import { type IdentifierKind, kindNames } from './contact-names.js'
import { ImportProblems, ImportSummary } from './import-summary.js'

type Imported = Omit<Answer<'importContacts'>, 'nextRow'>
type Column = Answer<'readContactFile'>['columns'][number]

interface ImportDialogProps {
  workspaceId: string
  /** Called when contacts may have changed. */
  onImported(): Promise<unknown>
  onClose(): void
}

/** Imports contacts from a CSV file: its columns are chosen, what would change is counted, and then it is imported. */
export default function ImportDialog({ workspaceId, onImported, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<{ csv: string; rows: number }>()
  const [columns, setColumns] = useState<readonly Column[]>([])
  const [checked, setChecked] = useState<Imported>()
  const [imported, setImported] = useState<Imported>()
  const [done, setDone] = useState(0)
  const { attempt, isBusy, error } = useAttempt()
  const fileId = useId()
  const attributes = useQuery({
    queryKey: ['contact-attributes', workspaceId],
    queryFn: () => api.listContactAttributes({ workspaceId }),
    select: (answer) => answer.attributes,
  })
  const open = (chosen: File) =>
    attempt(async () => {
      setFile(undefined)
      setChecked(undefined)
      const csv = await textOfFile(chosen)
      const read = await api.readContactFile({ workspaceId, csv })
      setColumns(read.columns)
      setFile({ csv, rows: read.rows })
    })
  const choose = (index: number, target: string) => {
    setChecked(undefined)
    setColumns(
      columns.map((column, at) => {
        if (at === index) return { ...column, target: target || null }
        return column.target === target ? { ...column, target: null } : column
      }),
    )
  }
  /** Sends the file until all of its rows are imported or counted. */
  const send = async (isDryRun: boolean): Promise<Imported | undefined> => {
    if (!file) return undefined
    let sum: Imported = { rows: file.rows, created: 0, changed: 0, unchanged: 0, refused: 0, problems: [] }
    let fromRow: number | null = 2
    while (fromRow !== null) {
      const { nextRow, ...part }: Answer<'importContacts'> = await api.importContacts({
        workspaceId,
        csv: file.csv,
        columns: columns.map(({ target }) => target),
        isDryRun,
        fromRow,
      })
      sum = joined(sum, part)
      setDone(sum.created + sum.changed + sum.unchanged + sum.refused)
      fromRow = nextRow
    }
    return sum
  }
  const check = () => attempt(async () => setChecked(await send(true)))
  const bring = () =>
    attempt(async () => {
      try {
        setImported(await send(false))
      } finally {
        // Rows before a failure are imported.
        await onImported()
      }
    })
  const names = [
    ['', t('Leave out')] as const,
    ...contactColumns.map((column) => [column, columnNames[column] ?? kindNames[column as IdentifierKind]] as const),
    ...(attributes.data ?? []).map(({ name }) => [`attribute.${name}`, name] as const),
  ]
  const isFindable = columns.some(({ target }) => target === 'id' || (target ?? '') in kindNames)
  const changes = checked ? checked.created + checked.changed : 0
  if (imported)
    return (
      <Dialog title={t('Contacts imported')} onClose={onClose}>
        <ImportSummary counts={imported} isDone />
        <ImportProblems counts={imported} />
        <div className="dialog-actions">
          <button type="button" className="button primary" onClick={onClose}>
            {t('Done')}
          </button>
        </div>
      </Dialog>
    )
  return (
    <Dialog
      title={t('Import contacts')}
      description={t(
        'A row changes the contact that has its phone number, email or other identifier, and adds one if there is none. Empty cells change nothing.',
      )}
      onClose={onClose}
    >
      <Field id={fileId} label={t('CSV file')} hint={t('The first row has the names of the columns.')}>
        <input
          id={fileId}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          disabled={isBusy}
          aria-describedby={`${fileId}-hint`}
          onChange={({ target }) => target.files?.[0] && void open(target.files[0])}
        />
      </Field>
      {file && (
        <>
          <p className="faint" role="status">
            {t('{count, plural, one {# row} other {# rows}}', { count: file.rows })}
          </p>
          <ul className="contacts-columns">
            {columns.map(({ name, samples, target }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and keep their order
              <li key={index}>
                <span className="contacts-link">
                  <strong className="cut">{name || t('Column {number}', { number: index + 1 })}</strong>
                  <span className="faint cut">{samples.filter(Boolean).join(' · ')}</span>
                </span>
                <Select
                  label={t('What {name} has', { name: name || String(index + 1) })}
                  isLabelHidden
                  value={target ?? ''}
                  choices={names}
                  disabled={isBusy}
                  onChange={(chosen) => choose(index, chosen)}
                />
              </li>
            ))}
          </ul>
          {!isFindable && (
            <p className="soft">{t('Choose the column that has a phone number, an email or another identifier.')}</p>
          )}
        </>
      )}
      {checked && (
        <>
          <ImportSummary counts={checked} />
          <ImportProblems counts={checked} />
        </>
      )}
      <ErrorNotice error={error} />
      <div className="dialog-actions">
        {isBusy && file && (
          <span className="faint grow" role="status">
            {t('{done} of {rows} rows', { done, rows: file.rows })}
          </span>
        )}
        <button type="button" className="button" onClick={onClose}>
          {t('Cancel')}
        </button>
        {checked && changes > 0 ? (
          <button type="button" className="button primary" disabled={isBusy} onClick={() => void bring()}>
            {isBusy ? t('Importing…') : t('Import')}
          </button>
        ) : (
          <button
            type="button"
            className="button primary"
            disabled={isBusy || !file || !isFindable}
            onClick={() => void check()}
          >
            {isBusy ? t('Checking…') : t('Check')}
          </button>
        )}
      </div>
    </Dialog>
  )
}

const columnNames: Readonly<Partial<Record<(typeof contactColumns)[number], string>>> = {
  id: t('Contact ID'),
  name: t('Name'),
  language: t('Language'),
  timeZone: t('Time zone'),
  tags: t('Tags'),
  notes: t('Notes'),
  isBlocked: t('Blocked'),
}

const maxProblems = 100

function joined(sum: Imported, part: Imported): Imported {
  return {
    rows: sum.rows,
    created: sum.created + part.created,
    changed: sum.changed + part.changed,
    unchanged: sum.unchanged + part.unchanged,
    refused: sum.refused + part.refused,
    problems: [...sum.problems, ...part.problems].slice(0, maxProblems),
  }
}
