import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Link } from 'wouter'
import { t } from '../i18n/i18n.js'
import { RuleRows } from '../notifications/rule-rows.js'
import { api } from '../service/api.js'

/** The user's notifications of all bots. */
export function Notifications() {
  const rules = useQuery({
    queryKey: ['notifications'],
    queryFn: () => api.listMyNotificationRules(),
    select: (answer) => answer.rules,
  })
  return (
    <>
      <h1>{t('Notifications')}</h1>
      <p className="soft">
        {t('What you are told about results and errors of bots. Add more in the results of a bot.')}
      </p>
      {rules.error && <p className="notice danger">{rules.error.message}</p>}
      {rules.data?.length === 0 && (
        <div className="card empty">
          <Bell size={28} />
          <p>{t('No notifications yet. Open the results of a bot and select “Notify me”.')}</p>
        </div>
      )}
      {rules.data && rules.data.length > 0 && (
        <RuleRows
          rules={rules.data}
          botOf={({ botId, botName }) => <Link href={`/bots/${botId}/results`}>{botName}</Link>}
        />
      )}
    </>
  )
}
