import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Route, Switch, useLocation, useRoute, useSearch } from 'wouter'
import { keptInTab } from '../design/kept.js'
import { DialogPart, onDemand, Part } from '../design/on-demand.js'
import { useStore } from '../design/store.js'
import { Toasts } from '../design/toasts.js'
import { PageMessage } from '../frame/page-message.js'
import { PageSkeleton } from '../frame/page-skeleton.js'
import { t } from '../i18n/i18n.js'
import { followAccount } from '../i18n/language.js'
import { resetForUser } from '../service/reset-for-user.js'
import { mayBeSignedIn } from '../service/session.js'
import { askToSignIn, sessionEnd } from '../service/session-end.js'
import { type LinkSecrets, type SignIn as SignedIn, signInWithToken, whoIsSignedIn } from '../service/signing-in.js'
import type { User } from '../service/user.js'

const Dashboard = onDemand(() => import('../dashboard/dashboard.js'))
const BotPage = onDemand(() => import('../bot/bot-page.js'))
const SignIn = onDemand(() => import('./sign-in.js'))
const SignInAgain = onDemand(() => import('./sign-in-again.js'))
const SetUp = onDemand(() => import('./set-up.js'))
const AcceptInvitation = onDemand(() => import('./accept-invitation.js'))
const NewPassword = onDemand(() => import('./new-password.js'))
const ConfirmEmail = onDemand(() => import('./confirm-email.js'))
const AccountPage = onDemand(() => import('../account/account-page.js'))
const InstancePage = onDemand(() => import('../instance/instance-page.js'))
const Gallery = onDemand(() => import('./gallery.js'))
const InboxPage = onDemand(() => import('../inbox/inbox-page.js'))
const WorkspacePage = onDemand(() => import('../workspace/workspace-page.js'))

/** The whole app: the sign-in page until somebody is signed in, then the page for the address. */
export function App({ link }: { link: LinkSecrets }) {
  const queries = useQueryClient()
  const [address, go] = useLocation()
  const [, visited] = useRoute<BotParams>(botPath)
  const search = useSearch()
  const [opened, setOpened] = useState(link)
  const [isLater, setLater] = useState(() => keptInTab.get(laterKey) !== null)
  const me = useQuery({
    queryKey: ['me'],
    queryFn: () => identifyWhilePageLoads(link),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const preferred = me.data?.who?.user.preferredLanguage
  useEffect(() => followAccount(preferred), [preferred])
  useEffect(loadAheadOfLinks, [])
  const isAsking = useStore(sessionEnd, (it) => it.isAsking)
  // biome-ignore lint/correctness/useExhaustiveDependencies: without a session, no other page has anything to show
  useEffect(() => void (sessionEnd.get().isEnded && askToSignIn()), [address])
  const enter = async (who: SignedIn) => {
    await pageAt(location.pathname)?.loadAhead()
    resetForUser(queries, who)
  }
  const { invitation, 'password-link': passwordLink, 'email-link': emailLink } = opened
  if (invitation !== undefined || passwordLink !== undefined || emailLink !== undefined) {
    const enterAt = async (path: string) => {
      resetForUser(queries, await whoIsSignedIn())
      setOpened({})
      go(path)
    }
    return (
      <Part waiting={<PageSkeleton />} broken={brokenPage}>
        {invitation !== undefined && <AcceptInvitation token={invitation} onAccepted={enterAt} />}
        {passwordLink !== undefined && <NewPassword token={passwordLink} onDone={() => enterAt('/')} />}
        {emailLink !== undefined && <ConfirmEmail token={emailLink} onDone={() => enterAt('/')} />}
      </Part>
    )
  }
  if (me.isPending) return <PageSkeleton />
  if (!me.data)
    return <PageMessage title={t('This did not work')} text={me.error.message} onRetry={() => me.refetch()} />
  const { who, reason } = me.data
  if (who === null && visited && !search.includes('sign-in') && reason === undefined) {
    const { botId } = visited
    return (
      <>
        <Part waiting={<PageSkeleton />} broken={brokenPage}>
          <BotPage key={botId} botId={botId} page="build" closed={<SignIn {...notOpen} onSignedIn={enter} />} />
        </Part>
        <Toasts />
      </>
    )
  }
  if (who === null) return <SignIn reason={reason} onSignedIn={enter} />
  const needsPassword = !who.hasPassword && who.csrfToken !== null
  if (needsPassword && !isLater) {
    const later = () => {
      keptInTab.set(laterKey, '1')
      setLater(true)
    }
    return (
      <Part waiting={<PageSkeleton />} broken={brokenPage}>
        <SetUp user={who.user} onDone={() => me.refetch()} onLater={later} />
      </Part>
    )
  }
  return (
    <>
      <Part waiting={<PageSkeleton />} broken={brokenPage}>
        <Pages user={who.user} />
      </Part>
      {isAsking && (
        <DialogPart>
          <SignInAgain user={who.user} />
        </DialogPart>
      )}
      <Toasts />
    </>
  )
}

/** A page of a bot, and an item on that page. */
const botPath = '/bots/:botId/:page?/:item?'

interface BotParams {
  readonly [name: string]: string | undefined
  readonly botId: string
  readonly page?: string
}

interface InboxParams {
  readonly [name: string]: string | undefined
  readonly workspaceId: string
  readonly view?: string
  readonly sessionId?: string
  readonly pane?: string
}

const Pages = ({ user }: { user: User }) => (
  <Switch>
    <Route<BotParams> path={botPath}>
      {({ botId, page }) => <BotPage key={botId} botId={botId} page={page ?? 'build'} />}
    </Route>
    <Route path="/workspaces/:workspaceId/settings/:section?">
      {({ workspaceId, section }) => (
        <WorkspacePage user={user} workspaceId={workspaceId} section={section ?? 'general'} />
      )}
    </Route>
    <Route<InboxParams> path="/workspaces/:workspaceId/inbox/:view?/:sessionId?/:pane?">
      {(params) => <InboxPage user={user} {...params} />}
    </Route>
    <Route path="/workspaces/:workspaceId/folders/:folderId">
      {({ workspaceId, folderId }) => <Dashboard user={user} workspaceId={workspaceId} folderId={folderId} />}
    </Route>
    <Route path="/workspaces/:workspaceId">
      {({ workspaceId }) => <Dashboard user={user} workspaceId={workspaceId} />}
    </Route>
    <Route path="/account/:section?">
      {({ section }) => <AccountPage user={user} section={section ?? 'profile'} />}
    </Route>
    <Route path="/instance/:section?">
      {({ section }) => <InstancePage user={user} section={section ?? 'users'} />}
    </Route>
    <Route path="/design">
      <Gallery />
    </Route>
    <Route path="/">
      <Dashboard user={user} />
    </Route>
    <Route>
      <PageMessage title={t('There is no such page')} text={t('The address may have a typo.')} />
    </Route>
  </Switch>
)

const brokenPage = (error: Error) => (
  <PageMessage title={t('This page could not be shown')} text={error.message} onRetry={() => location.reload()} />
)

const notOpen = {
  title: t('This flow is not open to everybody'),
  text: t('It may be private or deleted. Sign in to see whether you have access.'),
}

const laterKey = 'colloquy-password-later'

/**
 * Waits for the code of the page at the address, too. A part that is loaded is shown at once; while another one loads, React shows a
 * placeholder in its place, which it keeps for at least 300 ms.
 */
async function identifyWhilePageLoads(link: LinkSecrets) {
  const page = pageAt(location.pathname)
  // A bot may be open to everybody.
  const willShowPage = link.token !== undefined || mayBeSignedIn() || page === BotPage
  const [identified] = await Promise.all([identify(link), willShowPage && page?.loadAhead()])
  return identified
}

const addresses = [
  [/^\/bots\//, BotPage],
  [/^\/workspaces\/[^/]+\/settings/, WorkspacePage],
  [/^\/workspaces\/[^/]+\/inbox/, InboxPage],
  [/^\/$|^\/workspaces\//, Dashboard],
  [/^\/account/, AccountPage],
  [/^\/instance/, InstancePage],
] as const

const pageAt = (path: string) => addresses.find(([address]) => address.test(path))?.[1]

/** Loads the code of the page that a link leads to as soon as the link is hovered or focused. */
function loadAheadOfLinks(): () => void {
  const look = ({ target }: Event) => {
    const link = (target as Element).closest?.('a')
    if (link?.origin === location.origin) void pageAt(link.pathname)?.loadAhead()
  }
  document.addEventListener('pointerover', look)
  document.addEventListener('focusin', look)
  return () => {
    document.removeEventListener('pointerover', look)
    document.removeEventListener('focusin', look)
  }
}

/** Identifies the user by the token of the opened link, otherwise by what the browser remembers. */
async function identify(link: LinkSecrets): Promise<{ who: SignedIn | null; reason?: string }> {
  const { token } = link
  if (token === undefined) return { who: await whoIsSignedIn() }
  delete link.token
  try {
    return { who: await signInWithToken(token) }
  } catch {
    const who = await whoIsSignedIn()
    return {
      who,
      reason: t('This link no longer works. Sign in, or use the newest link that the server printed.'),
    }
  }
}
