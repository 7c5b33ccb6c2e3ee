import { useQueryClient } from '@tanstack/react-query'
import { Rocket } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useStudio } from '../bot/studio.js'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { onDemand, Part } from '../design/on-demand.js'
import { say } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { request } from '../service/request.js'

const PublishReplay = onDemand(() => import('../prove/publish-replay.js'))

/** Publishes the draft with some words about what is new. */
export function PublishDialog({ onClose }: { onClose(): void }) {
  const { bot, saving } = useStudio()
  const queries = useQueryClient()
  const id = useId()
  const [note, setNote] = useState('')
  const [evidence, setEvidence] = useState<string>()
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await saving.ensureSaved()
      await request<'publishBot'>('POST', `bots/${bot.id}/publish`, { note, ...(evidence && { replay: evidence }) })
      await Promise.all(
        ['published', 'releases', 'bot'].map((key) => queries.invalidateQueries({ queryKey: [key, bot.id] })),
      )
      say(t('Published. New visitors get this version.'))
      onClose()
    })
  }
  return (
    <Dialog
      title={t('Publish')}
      description={t('New chats run on this version. Chats in progress stay on theirs.')}
      onClose={onClose}
    >
      <form className="stack" onSubmit={submit}>
        <div className="field">
          <label htmlFor={id}>{t('What changed (for you and your team)')}</label>
          <textarea
            id={id}
            className="text"
            maxLength={2000}
            value={note}
            placeholder={t('Asks for the size of the team before the price')}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
        <Part>
          <PublishReplay onEvidence={setEvidence} />
        </Part>
        <ErrorNotice error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" className="button primary" disabled={isBusy}>
            <Rocket size={14} /> {t('Publish')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
