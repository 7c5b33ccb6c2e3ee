import { KeyRound, LogIn } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { PasswordInput } from '../design/field.js'
import { onDemand, Part } from '../design/on-demand.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { ServiceError } from '../service/api.js'
import { lastEmail } from '../service/session.js'
import { type SignIn as SignedIn, signIn, signInWithToken } from '../service/signing-in.js'
import { EmailAndPassword } from './email-and-password.js'
import { SignedOutForm } from './signed-out-form.js'

const ForgottenPassword = onDemand(() => import('./forgotten-password.js'))

interface SignInProps {
  title?: string
  /** A reason to sign in here. */
  text?: string
  /** The reason why this page appears, such as a failed link. */
  reason?: string | undefined
  onSignedIn(who: SignedIn): Promise<void>
}

/** Shown to somebody whose session ended, instead of what the page says to strangers. */
const again = {
  title: t('Sign in to continue'),
  text: t('You were signed out. Sign in again to continue where you were.'),
}

/** Asks for an email address and a password, or for an API token. */
export default function SignIn(props: SignInProps) {
  const known = lastEmail()
  const { title = t('Welcome back'), text, reason, onSignedIn } = known === null ? props : { ...props, ...again }
  const [chosen, setWay] = useState<'password' | 'token'>('password')
  const isForgotten = useIsForgotten()
  const [email, setEmail] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [token, setToken] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const isByPassword = chosen === 'password'
  const submit = () =>
    attempt(async () => {
      const who = isByPassword ? await signIn(email, password) : await signInWithToken(token.trim())
      await onSignedIn(who)
    })
  if (isForgotten)
    return (
      <Part>
        <ForgottenPassword email={email} onBack={() => history.back()} />
      </Part>
    )
  return (
    <SignedOutForm
      title={title}
      text={
        isByPassword
          ? (text ?? t('Sign in to your bots. On a new server, open the link that it printed when it first started.'))
          : t('Paste an API token from your account, or the one that the server printed.')
      }
      error={error ? explainSignIn(error, chosen) : (reason ?? refusedCookies())}
      onSubmit={submit}
    >
      {isByPassword ? (
        <EmailAndPassword
          email={email}
          password={password}
          isRefused={error !== undefined}
          onEmail={setEmail}
          onPassword={setPassword}
        />
      ) : (
        <PasswordInput
          label={t('API token')}
          autoComplete="off"
          required
          value={token}
          isInvalid={error !== undefined}
          hint={t('A token with full access signs you in. A token with fewer rights lasts until you close this tab.')}
          onChange={setToken}
        />
      )}
      <button type="submit" className="button primary large" disabled={isBusy}>
        <LogIn size={15} /> {isBusy ? t('Signing in…') : t('Sign in')}
      </button>
      {isByPassword && (
        <button type="button" className="button plain" onClick={() => location.assign(forgotten)}>
          {t('Forgot your password?')}
        </button>
      )}
      <button type="button" className="button plain" onClick={() => setWay(isByPassword ? 'token' : 'password')}>
        <KeyRound size={14} /> {isByPassword ? t('Use an API token instead') : t('Use a password instead')}
      </button>
    </SignedOutForm>
  )
}

const forgotten = '#forgotten-password'

/** True if the address names the form for a forgotten password. The browser's Back button returns from it to signing in. */
const useIsForgotten = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      addEventListener('hashchange', listener)
      return () => removeEventListener('hashchange', listener)
    },
    () => location.hash === forgotten,
  )

const refusedCookies = () =>
  navigator.cookieEnabled
    ? undefined
    : t('This browser blocks cookies. To sign in, allow them for this site and reload the page.')

/** Why signing in failed, in words for the person who tries. */
export function explainSignIn(error: Error, way: 'password' | 'token'): string {
  if (!(error instanceof ServiceError)) return error.message
  if (error.status === 429) return t('Too many attempts. Wait a minute, then try again.')
  if (error.status !== 401 && error.status !== 400) return error.message
  return way === 'token'
    ? t('Unknown or expired token. Copy it again, or create a new one.')
    : t('Wrong email or password. Passwords are case-sensitive.')
}
