import { Disclosure } from '../design/disclosure.js'
import { t } from '../i18n/i18n.js'
import type { Answer } from '../service/api.js'

type Counts = Omit<Answer<'importContacts'>, 'nextRow'>
type Problem = Counts['problems'][number]

/** The numbers of contacts that an import adds, changes and leaves as they are. */
export function ImportSummary({ counts, isDone = false }: { counts: Counts; isDone?: boolean }) {
  const { created, changed, unchanged, refused } = counts
  const lines = [
    isDone
      ? t('{count, plural, one {# contact was added} other {# contacts were added}}', { count: created })
      : t('{count, plural, one {# contact will be added} other {# contacts will be added}}', { count: created }),
    isDone
      ? t('{count, plural, one {# contact was changed} other {# contacts were changed}}', { count: changed })
      : t('{count, plural, one {# contact will be changed} other {# contacts will be changed}}', { count: changed }),
    t('{count, plural, one {# contact stays as it is} other {# contacts stay as they are}}', { count: unchanged }),
    ...(refused > 0
      ? [t('{count, plural, one {# row is left out} other {# rows are left out}}', { count: refused })]
      : []),
  ]
  return (
    <div role="status">
      <ul className="contacts-counts">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

/** The rows that an import leaves out, with the reasons. */
export function ImportProblems({ counts: { problems, refused } }: { counts: Counts }) {
  if (problems.length === 0) return null
  return (
    <Disclosure className="contacts-problems" title={t('Rows that are left out')}>
      <ul>
        {problems.map((problem) => (
          <li key={problem.row}>{t('Row {row}: {reason}', { row: problem.row, reason: reasonOf(problem) })}</li>
        ))}
      </ul>
      {refused > problems.length && (
        <p className="faint">{t('And {count} more.', { count: refused - problems.length })}</p>
      )}
    </Disclosure>
  )
}

function reasonOf({ reason, column, value }: Problem): string {
  const given = { column: column ?? '', value: value ?? '' }
  const reasons: Readonly<Record<Problem['reason'], string>> = {
    noIdentifier: t('it has no phone number, email or other identifier.'),
    invalidValue: t('“{value}” does not fit {column}.', given),
    tooManyValues: t('it has more values than the file has columns.'),
    repeated: t('it has an identifier of row {value}.', given),
    severalContacts: t('its identifiers belong to several contacts. Merge them first.'),
    unknownContact: t('there is no contact with its ID.'),
    tooLarge: t('the contact would be too large.'),
  }
  return reasons[reason]
}
