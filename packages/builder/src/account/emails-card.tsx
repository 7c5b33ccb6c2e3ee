import { useQueryClient } from '@tanstack/react-query'
import { ErrorNotice } from '../design/error-notice.js'
import { Switch } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import type { User } from '../service/user.js'

/** The emails that the user gets. */
export function EmailsCard({ user }: { user: User }) {
  const queries = useQueryClient()
  const { attempt, error } = useAttempt()
  const change = (emailsComments: boolean) =>
    void attempt(async () => {
      await api.updateMe({ updates: { emailsComments } })
      await queries.refetchQueries({ queryKey: ['me'] })
    })
  return (
    <section className="card">
      <h2>{t('Comments')}</h2>
      <Switch
        label={t('Email me when somebody mentions me in a comment or replies to mine')}
        isOn={user.emailsComments}
        onChange={change}
      />
      <ErrorNotice error={error} />
    </section>
  )
}
