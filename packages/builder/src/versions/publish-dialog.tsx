import { Rocket } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { momentOf } from '../design/dates.js'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { onDemand, Part } from '../design/on-demand.js'
import { showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { useEnvironments } from '../environments/environments.js'
import type { PublishTo } from '../environments/publish-target.js'
import { useForget } from '../environments/use-forget.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'

const PublishTarget = onDemand(() => import('../environments/publish-target.js'))
const SummaryButton = onDemand(() => import('./summary-button.js'))
const PublishChecks = onDemand(() => import('../gate/publish-checks.js'))
const PublishReplay = onDemand(() => import('../prove/publish-replay.js'))

interface PublishDialogProps {
  /** The environment that is chosen at first; `live` unless given. */
  environmentId?: string
  onClose(): void
}

/** Publishes the draft with some words about what is new. */
export function PublishDialog({ environmentId = 'live', onClose }: PublishDialogProps) {
  const { bot, saving } = useBotEditor()
  const forget = useForget(bot.id)
  const environments = useEnvironments(bot.id).data ?? []
  const id = useId()
  const [note, setNote] = useState('')
  const [to, setTo] = useState<PublishTo>(environmentId === 'live' ? {} : { environmentId })
  const [evidence, setEvidence] = useState<string>()
  const [isBlocked, setBlocked] = useState(false)
  const [reason, setReason] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await saving.ensureSaved()
      await api.publishBot({
        botId: bot.id,
        note,
        ...to,
        ...(evidence && { replay: evidence }),
        ...(isBlocked && { reason }),
      })
      await forget()
      const environment = environments.find(({ id }) => id === to.environmentId)
      const done = environment
        ? t('Published in {name}. New visitors there get this version.', { name: environment.name })
        : t('Published. New visitors get this version.')
      showToast(to.at ? t('Scheduled for {moment}.', { moment: momentOf(to.at) }) : done)
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
            maxLength={noteCharacters}
            value={note}
            placeholder={t('Asks for the size of the team before the price')}
            onChange={(event) => setNote(event.target.value)}
          />
          <Part>
            <SummaryButton environmentId={to.environmentId ?? 'live'} max={noteCharacters} onSummary={setNote} />
          </Part>
        </div>
        <Part>
          <PublishTarget environmentId={environmentId} onChange={setTo} />
        </Part>
        <Part>
          <PublishChecks reason={reason} onReason={setReason} onBlocked={setBlocked} onShow={onClose} />
        </Part>
        <Part>
          <PublishReplay onEvidence={setEvidence} />
        </Part>
        <ErrorNotice error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" className="button primary" disabled={isBusy || (isBlocked && !reason.trim())}>
            <Rocket size={14} /> {isBlocked ? t('Publish anyway') : to.at ? t('Schedule') : t('Publish')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const noteCharacters = 2_000
