import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { keptInBrowser } from '../design/kept.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'

const keptNumber = 'colloquy-preview-phone'

/** Shows the draft on a phone, from the number that the service has for it. */
export function PhoneCard() {
  const { bot, saving, can } = useBotEditor()
  const [to, setTo] = useState(() => keptInBrowser.get(keptNumber) ?? '')
  const [sent, setSent] = useState<Answer<'startMessagingPreview'>>()
  const { attempt, isBusy, error } = useAttempt()
  const start = (event: FormEvent) => {
    event.preventDefault()
    setSent(undefined)
    void attempt(async () => {
      await saving.ensureSaved()
      const answer = await api.startMessagingPreview({ botId: bot.id, to })
      keptInBrowser.set(keptNumber, to)
      setSent(answer)
    })
  }
  if (!can('bot.connect')) return null
  return (
    <section className="card">
      <div>
        <h2>{t('Try it on your phone')}</h2>
        <p className="soft">
          {t(
            'This service sends you the draft from its own number. Your answers are not stored, and you do not need a number.',
          )}
        </p>
      </div>
      <form className="stack" onSubmit={start}>
        <div className="row end">
          <div className="grow">
            <Input
              label={t('Your number, with the code of the country')}
              type="tel"
              autoComplete="tel"
              placeholder="+49 170 1234567"
              value={to}
              onChange={setTo}
            />
          </div>
          <button type="submit" className="button primary" disabled={isBusy || to.trim() === ''}>
            {isBusy ? t('Sending…') : t('Send it')}
          </button>
        </div>
        <ErrorNotice error={error} />
        {sent && (
          <p className="notice" role="status">
            {sent.confirm
              ? t(
                  'Confirm that the phone is yours: write {code} from it to {number} within half an hour. Then send again.',
                  { code: sent.confirm.code, number: sent.confirm.number ?? t('the preview number of this service') },
                )
              : sent.sent === 'conversation'
                ? t('Sent: the chat begins on your phone.')
                : t('A first message is on its way. Answer it with anything, and the chat begins.')}
          </p>
        )}
      </form>
    </section>
  )
}
