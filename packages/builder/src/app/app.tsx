import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Route, Switch } from 'wouter'
import { Dashboard } from '../dashboard/dashboard.js'
import { Toasts } from '../design/toasts.js'
import { request, ServiceError } from '../service/request.js'
import { currentToken, signOut } from '../service/session.js'
import { PageMessage } from './page-message.js'
import { SignIn } from './sign-in.js'

const BotPage = lazy(() => import('../bot/bot-page.js'))

/** Everything: the sign-in until somebody is known, then the page that the address names. */
export function App() {
  const [isSignedIn, setSignedIn] = useState(currentToken() !== undefined)
  const me = useQuery({
    queryKey: ['me'],
    queryFn: () => request<'getMe'>('GET', 'users/me'),
    enabled: isSignedIn,
  })
  const isRefused = me.error instanceof ServiceError && me.error.status === 401
  if (!isSignedIn || isRefused) {
    return <SignIn isRefused={isSignedIn && isRefused} onSignedIn={() => [setSignedIn(true), me.refetch()]} />
  }
  if (me.isPending) return <PageMessage title="Opening…" />
  if (me.error) return <PageMessage title="This did not work" text={me.error.message} onRetry={() => me.refetch()} />
  const leave = () => {
    signOut()
    setSignedIn(false)
  }
  return (
    <>
      <Suspense fallback={<PageMessage title="Opening…" />}>
        <Switch>
          <Route path="/bots/:botId/:page?">
            {({ botId, page }) => <BotPage key={botId} botId={botId} page={page ?? 'build'} />}
          </Route>
          <Route path="/workspaces/:workspaceId">
            {({ workspaceId }) => <Dashboard workspaceId={workspaceId} user={me.data} onSignOut={leave} />}
          </Route>
          <Route path="/">
            <Dashboard user={me.data} onSignOut={leave} />
          </Route>
          <Route>
            <PageMessage title="There is no such page" text="The address may have a typing mistake." />
          </Route>
        </Switch>
      </Suspense>
      <Toasts />
    </>
  )
}
