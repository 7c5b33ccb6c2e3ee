import { KeyRound, MonitorSmartphone, SunMoon, UserRound } from 'lucide-react'
import { PageMessage } from '../app/page-message.js'
import { SectionPage } from '../app/section-page.js'
import { TopBar } from '../app/top-bar.js'
import type { User } from '../app/user.js'
import { ApiTokens } from './api-tokens.js'
import { Appearance } from './appearance.js'
import { Profile } from './profile.js'
import { SignIns } from './sign-ins.js'

const sections = [
  { id: 'profile', label: 'Profile', icon: UserRound },
  { id: 'appearance', label: 'Appearance', icon: SunMoon },
  { id: 'tokens', label: 'API tokens', icon: KeyRound },
  { id: 'sessions', label: 'Sessions', icon: MonitorSmartphone },
] as const

const contents: Readonly<Record<string, (props: { user: User }) => React.ReactNode>> = {
  profile: Profile,
  appearance: Appearance,
  tokens: ApiTokens,
  sessions: SignIns,
}

/** What belongs to the person who is signed in. */
export default function AccountPage({ user, section }: { user: User; section: string }) {
  const Content = contents[section]
  if (!Content) return <PageMessage title="There is no such page" text="The address may have a typing mistake." />
  return (
    <>
      <TopBar user={user} />
      <SectionPage title="Your account" base="/account" sections={sections} current={section}>
        <Content user={user} />
      </SectionPage>
    </>
  )
}
