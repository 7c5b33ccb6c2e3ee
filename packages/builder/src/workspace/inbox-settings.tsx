import { roleCan } from '@colloquy/permissions'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../design/error-notice.js'
import { PageSkeleton } from '../frame/page-skeleton.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import type { SectionProps } from '../service/section.js'
import { AwayCard } from './away-card.js'
import { BusinessHoursCard, inboxSettingsKey } from './business-hours.js'
import { Reserved } from './reserved.js'
import { TeamsCard } from './teams-card.js'
import { WaitingMailCard } from './waiting-mail-card.js'

/** Settings for the people who answer in the inbox. */
export default function InboxSettings({ workspace, role }: SectionProps) {
  const settings = useQuery({
    queryKey: inboxSettingsKey(workspace.id),
    queryFn: () => api.getInboxSettings({ workspaceId: workspace.id }),
  })
  const isAdmin = roleCan(role, 'workspace.manage')
  return (
    <>
      <h1>{t('Inbox')}</h1>
      {!isAdmin && <Reserved to="admins" />}
      <ErrorNotice error={settings.error ?? undefined} />
      {settings.isPending && <PageSkeleton />}
      {settings.data && (
        <>
          <BusinessHoursCard workspaceId={workspace.id} settings={settings.data} isAdmin={isAdmin} />
          <TeamsCard workspaceId={workspace.id} isAdmin={isAdmin} />
          <WaitingMailCard workspaceId={workspace.id} minutes={settings.data.waitingMailMinutes} isAdmin={isAdmin} />
          <AwayCard workspaceId={workspace.id} minutes={settings.data.awayMinutes} isAdmin={isAdmin} />
        </>
      )}
    </>
  )
}
