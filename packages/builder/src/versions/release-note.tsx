import { useQueryClient } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import type { ReleaseRow } from '../environments/release.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'

/** Description of a version, which can be edited at any time. */
export function ReleaseNote({ row }: { row: ReleaseRow }) {
  const { bot, can } = useBotEditor()
  const queries = useQueryClient()
  const id = useId()
  const [draft, setDraft] = useState<string>()
  const { attempt, isBusy, error } = useAttempt()
  const save = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await api.updateRelease({ botId: bot.id, releaseId: row.id, note: draft?.trim() || null })
      await queries.invalidateQueries({ queryKey: ['releases', bot.id] })
      setDraft(undefined)
    })
  }
  if (draft === undefined)
    return (
      <div className="row">
        <p className={row.note ? 'release-note grow' : 'faint grow'}>{row.note ?? t('No note')}</p>
        {can('bot.edit') && (
          <button type="button" className="button plain small" onClick={() => setDraft(row.note ?? '')}>
            <MessageSquareText size={13} /> {row.note ? t('Edit note') : t('Add note')}
          </button>
        )}
      </div>
    )
  return (
    <form className="stack" onSubmit={save}>
      <div className="field">
        <label htmlFor={id}>{t('Note')}</label>
        <textarea
          id={id}
          className="text"
          maxLength={2000}
          value={draft}
          // biome-ignore lint/a11y/noAutofocus: the user has just opened it
          autoFocus
          onChange={(event) => setDraft(event.target.value)}
        />
      </div>
      <ErrorNotice error={error} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => setDraft(undefined)}>
          {t('Cancel')}
        </button>
        <button type="submit" className="button primary" disabled={isBusy}>
          {t('Save note')}
        </button>
      </div>
    </form>
  )
}
