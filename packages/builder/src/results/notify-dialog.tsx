import type { ResultCondition } from '@colloquy/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CopyLine } from '../design/copy-line.js'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
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

/** The user's notifications of the bot, and a form for another one, or for the one that is edited. */
export default function NotifyDialog({ filters, onClose }: NotifyDialogProps) {
  const { bot } = useBotEditor()
  const listed = useQuery({
    queryKey: ['notifications', bot.id],
    queryFn: () => api.listNotificationRules({ botId: bot.id }),
  })
  const [editedId, setEditedId] = useState<string>()
  const [secret, setSecret] = useState<string>()
  const edited = listed.data?.rules.find(({ id }) => id === editedId)
  return (
    <Dialog
      title={t('Notify me')}
      description={t('Get told when this bot completes a result or fails. Only you see your notifications.')}
      onClose={onClose}
    >
      {listed.data && listed.data.rules.length > 0 && (
        <RuleRows rules={listed.data.rules} editedId={edited?.id} onEdit={({ id }) => setEditedId(id)} />
      )}
      {secret !== undefined && (
        <div className="notice stack">
          <p>{t('Copy the secret of the webhook now: it is shown only this once. It verifies the signatures.')}</p>
          <CopyLine what={t('Secret')} text={secret} />
        </div>
      )}
      <ErrorNotice error={listed.error ?? undefined} />
      <RuleForm
        key={edited?.id ?? 'new'}
        edited={edited}
        filters={filters}
        canEmail={listed.data?.canEmail !== false}
        onSaved={(made) => {
          setSecret(made)
          setEditedId(undefined)
        }}
        onCancel={() => setEditedId(undefined)}
      />
    </Dialog>
  )
}

interface RuleFormProps extends Pick<NotifyDialogProps, 'filters'> {
  /** The notification that is edited; undefined adds another one. */
  edited: Rule | undefined
  canEmail: boolean
  /** Called with the secret of a new webhook. */
  onSaved(secret: string | undefined): void
  onCancel(): void
}

function RuleForm({ edited, filters, canEmail, onSaved, onCancel }: RuleFormProps) {
  const { bot } = useBotEditor()
  const queries = useQueryClient()
  const [event, setEvent] = useState<Rule['event']>(edited?.event ?? 'completed')
  const [channel, setChannel] = useState<Rule['channel']>(edited?.channel ?? 'email')
  const [frequency, setFrequency] = useState<Rule['frequency']>(edited?.frequency ?? 'now')
  const [url, setUrl] = useState(edited?.url ?? '')
  const conditions: Readonly<Record<string, ResultCondition[]>> = {
    all: [],
    ...(edited && edited.filters.length > 0 && { own: edited.filters }),
    ...(filters.length > 0 && { table: filters }),
  }
  const [which, setWhich] = useState(edited ? (conditions.own ? 'own' : 'all') : conditions.table ? 'table' : 'all')
  const { attempt, isBusy, error } = useAttempt()
  const isFilterable = event === 'completed' && Object.keys(conditions).length > 1
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    void attempt(async () => {
      if (channel === 'browser') await askBrowser()
      const rule = {
        event,
        channel,
        frequency: channel === 'email' ? frequency : 'now',
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        filters: isFilterable ? (conditions[which] ?? []) : [],
        ...(channel === 'webhook' && { url: url.trim() }),
      } as const
      const saved = edited
        ? await api.updateNotificationRule({ ruleId: edited.id, ...rule })
        : await api.createNotificationRule({ botId: bot.id, ...rule })
      setUrl('')
      await queries.invalidateQueries({ queryKey: ['notifications'] })
      onSaved(saved.secret ?? undefined)
    })
  }
  const cannotEmail = channel === 'email' && !canEmail
  const names: Readonly<Record<string, string>> = {
    all: t('All'),
    own: t('{count, plural, one {Those that match its condition} other {Those that match its # conditions}}', {
      count: edited?.filters.length ?? 0,
    }),
    table: t('Those that match the conditions of the table'),
  }
  return (
    <form className="stack" aria-label={edited ? t('Edit notification') : t('Add notification')} onSubmit={submit}>
      <Select label={t('What')} value={event} choices={eventChoices} onChange={(it) => setEvent(it as typeof event)} />
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
        <Select
          label={t('Which results')}
          value={which}
          choices={Object.keys(conditions).map((key) => [key, names[key] ?? ''])}
          onChange={setWhich}
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
      <ErrorNotice error={error} />
      <div className="dialog-actions">
        {edited && (
          <button type="button" className="button" onClick={onCancel}>
            {t('Cancel')}
          </button>
        )}
        <button type="submit" className="button primary" disabled={isBusy || cannotEmail}>
          {edited ? t('Save') : t('Add notification')}
        </button>
      </div>
    </form>
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
