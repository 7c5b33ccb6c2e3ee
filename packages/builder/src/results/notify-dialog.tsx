import type { ResultCondition } from '@colloquy/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CopyLine } from '../design/copy-line.js'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input, Switch } from '../design/field.js'
import { Select } from '../design/select.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { channelChoices, eventChoices, frequencyChoices, type Rule } from '../notifications/describe-rule.js'
import { RuleRows } from '../notifications/rule-rows.js'
import { api } from '../service/api.js'

interface NotifyDialogProps {
  /** The conditions of the table, which a notification can take over. */
  filters: ResultCondition[]
  onClose(): void
}

/** The user's notifications of the bot, and a form for another one. */
export default function NotifyDialog({ filters, onClose }: NotifyDialogProps) {
  const { bot } = useBotEditor()
  const queries = useQueryClient()
  const listed = useQuery({
    queryKey: ['notifications', bot.id],
    queryFn: () => api.listNotificationRules({ botId: bot.id }),
  })
  const [event, setEvent] = useState<Rule['event']>('completed')
  const [channel, setChannel] = useState<Rule['channel']>('email')
  const [frequency, setFrequency] = useState<Rule['frequency']>('now')
  const [isFiltered, setFiltered] = useState(filters.length > 0)
  const [url, setUrl] = useState('')
  const [secret, setSecret] = useState<string>()
  const { attempt, isBusy, error } = useAttempt()
  const isFilterable = event === 'completed' && filters.length > 0
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    void attempt(async () => {
      if (channel === 'browser') await askBrowser()
      const made = await api.createNotificationRule({
        botId: bot.id,
        event,
        channel,
        frequency: channel === 'email' ? frequency : 'now',
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        filters: isFilterable && isFiltered ? filters : [],
        ...(channel === 'webhook' && { url: url.trim() }),
      })
      setSecret(made.secret ?? undefined)
      setUrl('')
      await queries.invalidateQueries({ queryKey: ['notifications'] })
    })
  }
  const cannotEmail = channel === 'email' && listed.data?.canEmail === false
  return (
    <Dialog
      title={t('Notify me')}
      description={t('Get told when this bot completes a result or fails. Only you see your notifications.')}
      onClose={onClose}
    >
      {listed.data && listed.data.rules.length > 0 && <RuleRows rules={listed.data.rules} />}
      {secret !== undefined && (
        <div className="notice stack">
          <p>{t('Copy the secret of the webhook now: it is shown only this once. It verifies the signatures.')}</p>
          <CopyLine what={t('Secret')} text={secret} />
        </div>
      )}
      <form className="stack" onSubmit={submit}>
        <Select
          label={t('What')}
          value={event}
          choices={eventChoices}
          onChange={(it) => setEvent(it as typeof event)}
        />
        <Select
          label={t('How')}
          value={channel}
          choices={channelChoices}
          onChange={(it) => setChannel(it as typeof channel)}
        />
        {channel === 'email' && (
          <Select
            label={t('How often')}
            value={frequency}
            choices={frequencyChoices}
            onChange={(it) => setFrequency(it as typeof frequency)}
          />
        )}
        {channel === 'webhook' && (
          <Input type="url" label={t('Address')} required value={url} placeholder="https://" onChange={setUrl} />
        )}
        {isFilterable && (
          <Switch
            label={t('Only results that match the conditions of the table')}
            isOn={isFiltered}
            onChange={setFiltered}
          />
        )}
        <p className="faint">{hints[channel]}</p>
        {event === 'failed' && channel === 'email' && (
          <p className="faint">
            {t('You get at most one email an hour about errors of a bot; further errors are counted.')}
          </p>
        )}
        {cannotEmail && (
          <p className="notice">
            {t(
              'You cannot get emails yet: confirm your email address in your profile, or ask the operator of this instance to set SMTP_URL, MAIL_FROM and COLLOQUY_PUBLIC_URL.',
            )}
          </p>
        )}
        <ErrorNotice error={error ?? listed.error ?? undefined} />
        <div className="dialog-actions">
          <button type="submit" className="button primary" disabled={isBusy || cannotEmail}>
            {t('Add notification')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const hints: Readonly<Record<Rule['channel'], string>> = {
  email: t('Each email has a link that stops it.'),
  browser: t('Shown while the bot is open in a tab of a browser that allows notifications.'),
  webhook: t('A signed request for each result, repeated for a day until the address answers with 200 to 299.'),
}

/** Asks for the permission of the browser. Rejects if it shows no notifications. */
async function askBrowser(): Promise<void> {
  if (typeof Notification === 'function' && (await Notification.requestPermission()) === 'granted') return
  throw new Error(t('This browser blocks notifications of this address. Allow them in its settings and try again.'))
}
