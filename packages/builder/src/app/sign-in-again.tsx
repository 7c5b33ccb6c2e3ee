import { useQueryClient } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { useStore } from '../design/store.js'
import { useAttempt } from '../design/use-attempt.js'
import { keptChanges } from '../editor/saving-state.js'
import { t } from '../i18n/i18n.js'
import { sessionEnd } from '../service/session-end.js'
import { signIn } from '../service/signing-in.js'
import type { User } from '../service/user.js'
import { EmailAndPassword } from './email-and-password.js'
import { explainSignIn } from './sign-in.js'

/** Asks to sign in again above the page on which the session ended. The page continues where it was, and saves the changes that waited. */
export default function SignInAgain({ user }: { user: User }) {
  const queries = useQueryClient()
  const kept = useStore(keptChanges, (it) => it.count)
  const [email, setEmail] = useState(user.email ?? '')
  const [password, setPassword] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const submit = () =>
    attempt(async () => {
      const who = await signIn(email, password)
      // Another account has other rights, and must not save the edits of this one.
      if (who.user.id !== user.id) return location.reload()
      queries.setQueryData(['me'], { who })
      sessionEnd.set({ isEnded: false, isAsking: false })
      await queries.invalidateQueries()
    })
  return (
    <Dialog
      title={t('You were signed out')}
      description={
        kept > 0
          ? t('Sign in again, your {kept, plural, one {change is} other {# changes are}} kept.', { kept })
          : t('Sign in again to continue where you were.')
      }
      onClose={() => sessionEnd.set({ isAsking: false })}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {error && (
          <p className="notice danger" role="alert">
            {explainSignIn(error, 'password')}
          </p>
        )}
        <EmailAndPassword
          email={email}
          password={password}
          isRefused={error !== undefined}
          isPasswordFirst
          onEmail={setEmail}
          onPassword={setPassword}
        />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={() => location.reload()}>
            {t('Use another way')}
          </button>
          <button type="submit" className="button primary" disabled={isBusy}>
            <LogIn size={15} /> {isBusy ? t('Signing in…') : t('Sign in')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
