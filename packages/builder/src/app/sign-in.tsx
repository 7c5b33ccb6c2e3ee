import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { signIn } from '../service/session.js'
import { Logo } from './logo.js'
import './sign-in.css'

/** Asks for a token. The link that the service prints at its first start brings one along and passes this page by. */
export function SignIn({ isRefused, onSignedIn }: { isRefused: boolean; onSignedIn(): void }) {
  const [token, setToken] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (token.trim() === '') return
    signIn(token.trim())
    onSignedIn()
  }
  return (
    <main className="sign-in">
      <form className="sign-in-card" onSubmit={submit}>
        <Logo />
        <div>
          <h1>Welcome back</h1>
          <p className="soft">Open the sign-in link that the server printed when it started, or paste an API token.</p>
        </div>
        <div className="field">
          <label htmlFor="token">API token</label>
          <input
            id="token"
            className="text code"
            type="password"
            autoComplete="current-password"
            value={token}
            aria-invalid={isRefused}
            aria-describedby={isRefused ? 'token-error' : undefined}
            onChange={(event) => setToken(event.target.value)}
          />
        </div>
        {isRefused && (
          <p id="token-error" className="notice danger" role="alert">
            This token is not known here. Copy it once more, or make a new one on the server.
          </p>
        )}
        <button type="submit" className="button primary" disabled={token.trim() === ''}>
          <KeyRound size={15} /> Sign in
        </button>
        <p className="faint">The token stays in this tab and is forgotten when you close it.</p>
      </form>
    </main>
  )
}
