import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DisabledFields } from '../design/disabled-fields.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input, Switch } from '../design/field.js'
import { showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { inboxSettingsKey } from './business-hours.js'

interface AwayCardProps {
  workspaceId: string
  /** Null for never. */
  minutes: number | null
  isAdmin: boolean
}

const usualMinutes = 10
const maxMinutes = 1_440

/** After how many minutes the conversations of a person who is away go back to the queue. */
export function AwayCard({ workspaceId, minutes, isAdmin }: AwayCardProps) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState(minutes === null ? null : String(minutes))
  const { attempt, isBusy, error } = useAttempt()
  const awayMinutes = typed === null ? null : Number(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      queries.setQueryData(inboxSettingsKey(workspaceId), await api.updateInboxSettings({ workspaceId, awayMinutes }))
      showToast(t('Saved.'))
    })
  }
  return (
    <form className="card" onSubmit={submit}>
      <div>
        <h2>{t('People who are away')}</h2>
        <p className="soft">
          {t('A person is away who has closed the inbox. Visitors whom they answered then wait for anybody.')}
        </p>
      </div>
      <DisabledFields when={!isAdmin || isBusy}>
        <div className="stack">
          <Switch
            label={t('Put their conversations back into the queue')}
            isOn={typed !== null}
            onChange={(isOn) => setTyped(isOn ? String(minutes ?? usualMinutes) : null)}
          />
          {typed !== null && (
            <Input
              type="number"
              label={t('After minutes')}
              min={1}
              max={maxMinutes}
              step={1}
              required
              value={typed}
              onChange={setTyped}
            />
          )}
        </div>
      </DisabledFields>
      <ErrorNotice error={error} />
      {isAdmin && (
        <div className="card-foot">
          <button type="submit" className="button primary" disabled={isBusy || awayMinutes === minutes}>
            {t('Save')}
          </button>
        </div>
      )}
    </form>
  )
}
