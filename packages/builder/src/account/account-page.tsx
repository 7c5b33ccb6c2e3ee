import { Bell, KeyRound, MonitorSmartphone, SunMoon, UserRound } from 'lucide-react'
import { PageMessage } from '../frame/page-message.js'
import { SectionPage } from '../frame/section-page.js'
import { TopBar } from '../frame/top-bar.js'
import { t } from '../i18n/i18n.js'
import type { User } from '../service/user.js'
import { ApiTokens } from './api-tokens.js'
import { Appearance } from './appearance.js'
import { Notifications } from './notifications.js'
import { Profile } from './profile.js'
import { SignIns } from './sign-ins.js'

const sections = [
  { id: 'profile', label: t('Profile'), icon: UserRound },
  { id: 'appearance', label: t('Appearance'), icon: SunMoon },
  { id: 'notifications', label: t('Notifications'), icon: Bell },
  { id: 'tokens', label: t('API tokens'), icon: KeyRound },
  { id: 'sessions', label: t('Sessions'), icon: MonitorSmartphone },
] as const

const contents: Readonly<Record<string, (props: { user: User }) => React.ReactNode>> = {
  profile: Profile,
  appearance: Appearance,
  notifications: Notifications,
  tokens: ApiTokens,
  sessions: SignIns,
}

/** Settings of the signed-in user: one section per page. */
export default function AccountPage({ user, section }: { user: User; section: string }) {
  const Content = contents[section]
  if (!Content) return <PageMessage title={t('There is no such page')} text={t('The address may have a typo.')} />
  return (
    <>
      <TopBar user={user} />
      <SectionPage title={t('Your account')} base="/account" sections={sections} current={section}>
        <Content user={user} />
      </SectionPage>
    </>
  )
}
