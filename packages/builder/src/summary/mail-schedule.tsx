import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Choices } from '../design/choices.js'
import { momentOf } from '../design/dates.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { Select } from '../design/select.js'
import { showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { locale, t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'

type Mail = Answer<'listSummaryMails'>['mails'][number]

interface MailScheduleProps {
  /** The links whose summaries can be sent, with what each shows; newest first, and at least one. */
  links: Choices
}

/** To whom the summaries of links are emailed, and how often. */
export function MailSchedule({ links }: MailScheduleProps) {
  const { bot } = useBotEditor()
  const queries = useQueryClient()
  const queryKey = ['summary-mails', bot.id]
  const schedule = useQuery({ queryKey, queryFn: () => api.listSummaryMails({ botId: bot.id }) })
  const [linkId, setLinkId] = useState('')
  const [email, setEmail] = useState('')
  const [frequency, setFrequency] = useState<Mail['frequency']>('weekly')
  const { attempt, isBusy, error } = useAttempt()
  const refresh = () => queries.invalidateQueries({ queryKey })
  const chosen = links.some(([id]) => id === linkId) ? linkId : (links[0]?.[0] ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const wanted = { linkId: chosen, email, frequency, language: locale }
      const { mail, isMailed } = await api.createSummaryMail({ botId: bot.id, ...wanted })
      await refresh()
      setEmail('')
      if (mail.isConfirmed) return
      showToast(
        isMailed
          ? t('Asked {email} to confirm', { email: mail.email })
          : t('Could not email {email}. Stop this email and schedule it again.', { email: mail.email }),
      )
    })
  }
  const stop = (id: string) =>
    attempt(async () => {
      await api.deleteSummaryMail({ botId: bot.id, mailId: id })
      await refresh()
    })
  const mails = schedule.data?.mails.filter((mail) => links.some(([id]) => id === mail.linkId)) ?? []
  return (
    <section className="stack" aria-labelledby="summary-mails">
      <h3 id="summary-mails">{t('Scheduled emails')}</h3>
      {schedule.data?.canSend === false && (
        <p className="notice">
          {t(
            'This instance cannot send emails with links yet. Ask its operator to set SMTP_URL, MAIL_FROM and COLLOQUY_PUBLIC_URL.',
          )}
        </p>
      )}
      {mails.length > 0 && (
        <ul className="summary-links">
          {mails.map((mail) => (
            <li key={mail.id}>
              <div className="row">
                <span className="grow cut">{mail.email}</span>
                {mail.isFailing && <span className="tag danger">{t('Not sent')}</span>}
                {!mail.isConfirmed && <span className="tag warning">{t('Awaits confirmation')}</span>}
                <button
                  type="button"
                  className="button small danger"
                  aria-label={t('Stop emails to {email}', { email: mail.email })}
                  disabled={isBusy}
                  onClick={() => void stop(mail.id)}
                >
                  {t('Stop')}
                </button>
              </div>
              <p className="faint">{factsOf(mail, links).join(' · ')}</p>
            </li>
          ))}
        </ul>
      )}
      <form className="stack" onSubmit={submit}>
        <div className="row wrap summary-mail-fields">
          <Input type="email" label={t('Email address')} required value={email} onChange={setEmail} />
          <Select
            label={t('How often')}
            value={frequency}
            choices={[
              ['daily', t('Every day')],
              ['weekly', t('Every Monday')],
              ['monthly', t('On the first of each month')],
            ]}
            onChange={(value) => setFrequency(value as Mail['frequency'])}
          />
          {links.length > 1 && <Select label={t('Link')} value={chosen} choices={links} onChange={setLinkId} />}
        </div>
        <p className="faint">
          {t(
            'Sent at about 8:00 with the figures, the first questions and the link. Members with access to this bot get it at once; other addresses confirm first.',
          )}
        </p>
        <ErrorNotice error={error ?? schedule.error ?? undefined} />
        <div className="dialog-actions">
          <button type="submit" className="button" disabled={isBusy || schedule.data?.canSend === false}>
            {t('Schedule email')}
          </button>
        </div>
      </form>
    </section>
  )
}

function factsOf({ linkId, frequency, nextAt, isConfirmed }: Mail, links: Choices): string[] {
  const link = links.length > 1 ? links.find(([id]) => id === linkId) : undefined
  const often = { daily: t('Every day'), weekly: t('Every Monday'), monthly: t('On the first of each month') }
  return [
    often[frequency],
    ...(isConfirmed ? [t('Next {moment}', { moment: momentOf(nextAt) })] : []),
    ...(link ? [link[1]] : []),
  ]
}
