import { roleCan } from '@colloquy/permissions'
import { useQuery } from '@tanstack/react-query'
import {
  BookOpen,
  ChartColumn,
  Contact,
  Globe,
  Inbox,
  KeySquare,
  type LucideIcon,
  Palette,
  Plug,
  Send,
  SlidersHorizontal,
  Users,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { Link } from 'wouter'
import { BotIcon } from '../design/bot-icon.js'
import { onDemand, Part } from '../design/on-demand.js'
import { PageMessage } from '../frame/page-message.js'
import { PageSkeleton } from '../frame/page-skeleton.js'
import { SectionPage } from '../frame/section-page.js'
import { TopBar } from '../frame/top-bar.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import type { SectionProps } from '../service/section.js'
import type { User } from '../service/user.js'
import { isFrozen, isWritable, useWorkspaces } from '../service/workspaces.js'
import { Credentials } from './credentials.js'
import { Domains } from './domains.js'
import { FrozenNotice } from './frozen-notice.js'
import { General } from './general.js'
import { Members } from './members.js'
import { Themes } from './themes.js'
import { Usage } from './usage.js'

const Contacts = onDemand(() => import('../contacts/contacts.js'))
const Deliveries = onDemand(() => import('../deliveries/deliveries.js'))
const InboxSettings = onDemand(() => import('./inbox-settings.js'))
const Integrations = onDemand(() => import('../integrations/integration-health.js'))
const Knowledge = onDemand(() => import('../knowledge/knowledge.js'))

interface Section {
  id: string
  label: string
  icon: LucideIcon
  /** The service shows it to nobody but members. */
  isForMembers?: true
  /** The service denies it to guests. */
  isClosedToGuests?: true
  Content: ComponentType<SectionProps>
}

const sections: readonly Section[] = [
  { id: 'general', label: t('General'), icon: SlidersHorizontal, Content: General },
  { id: 'members', label: t('Members'), icon: Users, Content: Members },
  { id: 'contacts', label: t('Contacts'), icon: Contact, isForMembers: true, Content: Contacts },
  { id: 'inbox', label: t('Inbox'), icon: Inbox, isForMembers: true, Content: InboxSettings },
  { id: 'credentials', label: t('Credentials'), icon: KeySquare, Content: Credentials },
  { id: 'knowledge', label: t('Knowledge'), icon: BookOpen, isForMembers: true, Content: Knowledge },
  { id: 'integrations', label: t('Integrations'), icon: Plug, isForMembers: true, Content: Integrations },
  { id: 'deliveries', label: t('Deliveries'), icon: Send, isForMembers: true, Content: Deliveries },
  { id: 'domains', label: t('Domains'), icon: Globe, Content: Domains },
  { id: 'themes', label: t('Themes'), icon: Palette, isForMembers: true, Content: Themes },
  { id: 'usage', label: t('Usage'), icon: ChartColumn, isClosedToGuests: true, Content: Usage },
]

interface WorkspacePageProps {
  user: User
  workspaceId: string
  section: string
}

/** Settings and resources of a workspace, except its bots. */
export default function WorkspacePage({ user, workspaceId, section }: WorkspacePageProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['workspace', workspaceId],
    queryFn: () => api.getWorkspace({ workspaceId }),
  })
  const workspaces = useWorkspaces()
  const own = workspaces.data?.find(({ id }) => id === workspaceId)
  const mayChange = own !== undefined && isWritable(own)
  const isGuest = own !== undefined && !roleCan(own.role, 'workspace.listBots')
  const isOpen = ({ isForMembers, isClosedToGuests }: Section) =>
    (!isForMembers || mayChange) && !(isClosedToGuests && isGuest)
  const open = sections.filter(isOpen)
  const current = open.find(({ id }) => id === section)
  if (error) return <PageMessage title={t('This did not work')} text={error.message} onRetry={refetch} />
  if (!data || workspaces.isPending) return <PageSkeleton />
  if (!current)
    return (
      <PageMessage title={t('There is no such page')} text={t('It is for members only, or its address has a typo.')} />
    )
  const { workspace } = data
  return (
    <>
      <TopBar user={user}>
        <Link href={`/workspaces/${workspace.id}`} className="button plain cut">
          <BotIcon icon={workspace.icon} /> <span className="cut">{workspace.name}</span>
        </Link>
      </TopBar>
      <SectionPage
        title={t('Workspace')}
        base={`/workspaces/${workspaceId}/settings`}
        sections={open}
        current={section}
      >
        {own && isFrozen(own) && <FrozenNotice workspace={own} />}
        <Part key={workspaceId}>
          <current.Content workspace={workspace} user={user} role={own?.role} mayChange={mayChange} />
        </Part>
      </SectionPage>
    </>
  )
}
