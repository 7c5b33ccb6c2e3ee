import { Boxes, Gauge, Mail, Users } from 'lucide-react'
import { PageMessage } from '../frame/page-message.js'
import { SectionPage } from '../frame/section-page.js'
import { TopBar } from '../frame/top-bar.js'
import { t } from '../i18n/i18n.js'
import type { User } from '../service/user.js'
import { Accounts } from './accounts.js'
import { AllWorkspaces } from './all-workspaces.js'
import { LimitsInEffect } from './limits-in-effect.js'
import { MailServer } from './mail-server.js'
import './instance.css'

const sections = [
  { id: 'users', label: t('Users'), icon: Users, Content: Accounts },
  { id: 'workspaces', label: t('Workspaces'), icon: Boxes, Content: AllWorkspaces },
  { id: 'limits', label: t('Limits'), icon: Gauge, Content: LimitsInEffect },
  { id: 'mail', label: t('Mail server'), icon: Mail, Content: MailServer },
] as const

/** For instance admins: everybody's accounts and workspaces, the limits and the mail server. */
export default function InstancePage({ user, section }: { user: User; section: string }) {
  const current = sections.find(({ id }) => id === section)
  if (!current || !user.isAdmin)
    return <PageMessage title={t('There is no such page')} text={t('The address may have a typo.')} />
  const { Content } = current
  return (
    <>
      <TopBar user={user} />
      <SectionPage title={t('Instance')} base="/instance" sections={sections} current={section}>
        <Content user={user} />
      </SectionPage>
    </>
  )
}
