import type { OriginQuery } from '@colloquy/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CopyButton } from '../design/copy-button.js'
import { copyText } from '../design/copy-text.js'
import { dayOf } from '../design/dates.js'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input, Switch } from '../design/field.js'
import { Select } from '../design/select.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { describeOrigin } from '../results/describe-origin.js'
import { useOriginChoices } from '../results/origins.js'
import { periodName } from '../results/period-fields.js'
import type { Period } from '../results/use-period.js'
import { type Answer, api } from '../service/api.js'
import { MailSchedule } from './mail-schedule.js'

type Link = Answer<'listSummaryLinks'>['links'][number]

interface ShareDialogProps {
  /** The choices of what the shared page shows, and the button that makes its link. */
  period: Period
  origin: OriginQuery
  onClose(): void
}

/** Creates links to the summary for people without an account, revokes them, and schedules emails with them. */
export function ShareDialog({ period, origin, onClose }: ShareDialogProps) {
  const { bot } = useBotEditor()
  const queries = useQueryClient()
  const choices = useOriginChoices()
  const queryKey = ['summary-links', bot.id]
  const links = useQuery({
    queryKey,
    queryFn: () => api.listSummaryLinks({ botId: bot.id }),
    select: (answer) => answer.links,
  })
  const [isFixed, setFixed] = useState(false)
  const [showsTexts, setShowsTexts] = useState(false)
  const [lastDay, setLastDay] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const [revoking, setRevoking] = useState<string>()
  const refresh = () => queries.invalidateQueries({ queryKey })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const expiresAt = lastDay === '' ? undefined : new Date(`${lastDay}T23:59:59`).toISOString()
      const body = { ...period, ...origin, isFixed, showsTexts, expiresAt }
      const { link } = await api.createSummaryLink({ botId: bot.id, ...body })
      await refresh()
      copyText(link.url)
    })
  }
  const revoke = (id: string) => {
    setRevoking(id)
    void attempt(async () => {
      await api.deleteSummaryLink({ botId: bot.id, linkId: id })
      await refresh()
    }).then(() => setRevoking(undefined))
  }
  const wordsOf = (link: Link) => [...describeOrigin(link, choices), ...factsOf(link)]
  const shown = [periodName(period.timeFilter), ...describeOrigin(origin, choices)].join(' · ')
  return (
    <Dialog
      title={t('Share summary')}
      description={t(
        'Anyone with the link can read the summary, without an account. It shows counts and charts, but no individual results.',
      )}
      onClose={onClose}
    >
      <form className="stack" onSubmit={submit}>
        <p>{t('The link shows: {shown}', { shown })}</p>
        <Select
          label={t('Period')}
          value={isFixed ? 'fixed' : 'moving'}
          choices={[
            ['moving', t('Moves on with each day')],
            ['fixed', t('Stays as it is now')],
          ]}
          onChange={(value) => setFixed(value === 'fixed')}
        />
        <Input
          type="date"
          label={t('Last day of the link')}
          hint={t('Leave empty for a link that works until you revoke it.')}
          min={today()}
          value={lastDay}
          onChange={setLastDay}
        />
        <Switch label={t('Show written answers')} isOn={showsTexts} onChange={setShowsTexts} />
        {showsTexts && (
          <p className="notice">
            {t('Shows the newest texts of visitors. They may contain names, addresses and other personal data.')}
          </p>
        )}
        <ErrorNotice error={error ?? links.error ?? undefined} />
        <div className="dialog-actions">
          <button type="submit" className="button primary" disabled={isBusy}>
            {t('Create and copy link')}
          </button>
        </div>
      </form>
      {links.data && links.data.length > 0 && (
        <section className="stack" aria-labelledby="summary-links">
          <h3 id="summary-links">{t('Links')}</h3>
          <ul className="summary-links">
            {links.data.map((link) => (
              <li key={link.id}>
                <div className="row">
                  <code className="code-line grow cut">{link.url}</code>
                  <CopyButton label={t('Copy {what}', { what: link.url })} text={link.url} />
                  <button
                    type="button"
                    className="button small danger"
                    aria-label={t('Revoke {name}', { name: link.url })}
                    disabled={revoking !== undefined}
                    onClick={() => revoke(link.id)}
                  >
                    {t('Revoke')}
                  </button>
                </div>
                <p className="faint">{wordsOf(link).join(' · ')}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {links.data && links.data.length > 0 && (
        <MailSchedule links={links.data.map((link) => [link.id, wordsOf(link).join(' · ')] as const)} />
      )}
    </Dialog>
  )
}

function factsOf(link: Link): string[] {
  const { timeFilter, isFixed, showsTexts, createdAt, expiresAt, author, isActive } = link
  return [
    ...(isActive ? [] : [t('Ended: its author may no longer edit the bot')]),
    isFixed
      ? t('{period} as of {day}', { period: periodName(timeFilter), day: dayOf(createdAt) })
      : periodName(timeFilter),
    ...(showsTexts ? [t('With written answers')] : []),
    author
      ? t('Created {day} by {name}', { day: dayOf(createdAt), name: author.name || author.email || t('Unnamed') })
      : t('Created {day}', { day: dayOf(createdAt) }),
    ...(expiresAt === null
      ? []
      : [
          Date.parse(expiresAt) < Date.now()
            ? t('Expired {day}', { day: dayOf(expiresAt) })
            : t('Expires {day}', { day: dayOf(expiresAt) }),
        ]),
  ]
}

/** As a field for a day has it, in the time zone of the browser. */
function today(): string {
  const now = new Date()
  const two = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
