import { useQueryClient } from '@tanstack/react-query'
import type { Choices } from '../design/choices.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Switch } from '../design/field.js'
import { Select } from '../design/select.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import type { User } from '../service/user.js'

/** The emails that the user gets. */
export function EmailsCard({ user }: { user: User }) {
  const queries = useQueryClient()
  const { attempt, error } = useAttempt()
  const change = (updates: { emailsComments?: boolean; emailsWaiting?: boolean | null }) =>
    void attempt(async () => {
      await api.updateMe({ updates })
      await queries.refetchQueries({ queryKey: ['me'] })
    })
  return (
    <section className="card">
      <h2>{t('Emails')}</h2>
      <Switch
        label={t('Email me when somebody mentions me in a comment or replies to mine')}
        isOn={user.emailsComments}
        onChange={(emailsComments) => change({ emailsComments })}
      />
      <Select
        label={t('Email me when a visitor waits and nobody has the inbox open')}
        value={user.emailsWaiting === null ? 'usual' : user.emailsWaiting ? 'always' : 'never'}
        choices={waits}
        onChange={(value) => change({ emailsWaiting: value === 'usual' ? null : value === 'always' })}
      />
      <ErrorNotice error={error} />
    </section>
  )
}

const waits: Choices = [
  ['usual', t('If I am an agent, or an admin where there are none')],
  ['always', t('In all conversations that I see')],
  ['never', t('Never')],
]
