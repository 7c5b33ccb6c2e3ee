import { useQuery } from '@tanstack/react-query'
import { bytes } from '../design/bytes.js'
import { dayOf } from '../design/dates.js'
import { locale, t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import type { SectionProps } from '../service/section.js'
import { ModelUsage } from './model-usage.js'

/** Usage of the workspace: this month's chats, and storage. */
export function Usage({ workspace }: SectionProps) {
  const { data, error } = useQuery({
    queryKey: ['usage', workspace.id],
    queryFn: () => api.getUsage({ workspaceId: workspace.id }),
  })
  return (
    <>
      <h1>{t('Usage')}</h1>
      {error && <p className="notice danger">{error.message}</p>}
      {data && (
        <dl className="figures">
          <div className="card">
            <dt>{t('Chats this month')}</dt>
            <dd className="figure">{data.totalChatsUsed.toLocaleString(locale)}</dd>
            <dd className="faint">{t('Starts again from zero on {day}.', { day: dayOf(data.resetsAt) })}</dd>
          </div>
          <div className="card">
            <dt>{t('Files')}</dt>
            <dd className="figure">{bytes(data.storageUsed)}</dd>
            <dd className="faint">{t('Pictures of bots, and what visitors sent.')}</dd>
          </div>
        </dl>
      )}
      <p className="soft">{t('A chat counts when its visitor has answered something.')}</p>
      <ModelUsage workspaceId={workspace.id} />
    </>
  )
}
