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

export interface MinutesCardProps {
  workspaceId: string
  /** Null for never. */
  minutes: number | null
  isAdmin: boolean
}

interface Texts {
  setting: 'awayMinutes' | 'waitingMailMinutes'
  title: string
  text: string
  switchLabel: string
  label: string
}

const usualMinutes = 10
const maxMinutes = 1_440

/** A setting of the inbox that is a number of minutes, or off. */
export function MinutesCard(props: MinutesCardProps & Texts) {
  const { workspaceId, minutes, isAdmin, setting, title, text, switchLabel, label } = props
  const queries = useQueryClient()
  const [typed, setTyped] = useState(minutes === null ? null : String(minutes))
  const { attempt, isBusy, error } = useAttempt()
  const next = typed === null ? null : Number(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const saved = await api.updateInboxSettings({ workspaceId, [setting]: next })
      queries.setQueryData(inboxSettingsKey(workspaceId), saved)
      showToast(t('Saved.'))
    })
  }
  return (
    <form className="card" onSubmit={submit}>
      <div>
        <h2>{title}</h2>
        <p className="soft">{text}</p>
      </div>
      <DisabledFields when={!isAdmin || isBusy}>
        <div className="stack">
          <Switch
            label={switchLabel}
            isOn={typed !== null}
            onChange={(isOn) => setTyped(isOn ? String(minutes ?? usualMinutes) : null)}
          />
          {typed !== null && (
            <Input
              type="number"
              label={label}
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
          <button type="submit" className="button primary" disabled={isBusy || next === minutes}>
            {t('Save')}
          </button>
        </div>
      )}
    </form>
  )
}
