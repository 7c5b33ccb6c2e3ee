import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { Input, PasswordInput } from '../design/field.js'
import { say } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { type Answer, request, ServiceError } from '../service/request.js'

/** With which address somebody signs in. A new one is asked for its agreement by a link, where there is a mail server. */
export function EmailCard({ email: current, hasPassword }: { email: string; hasPassword: boolean }) {
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [told, setTold] = useState<string>()
  const { attempt, isBusy, error } = useAttempt()
  const next = email.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTold(undefined)
    void attempt(async () => {
      const body = { email: next, ...(password !== '' && { currentPassword: password }) }
      const { outcome } = await request<'changeEmail'>('PUT', 'users/me/email', body)
      setPassword('')
      if (outcome !== 'changed') return setTold(sentences[outcome](next))
      setEmail('')
      await queries.refetchQueries({ queryKey: ['me'] })
      say(`From now on you sign in with ${next}.`)
    })
  }
  return (
    <form className="card" onSubmit={submit}>
      <div>
        <h2>E-mail</h2>
        <p className="soft">
          You sign in with <strong>{current}</strong>.
        </p>
      </div>
      <div className="fields">
        <Input label="New e-mail" type="email" autoComplete="email" value={email} onChange={setEmail} />
        {hasPassword && (
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            value={password}
            isInvalid={error instanceof ServiceError && error.code === 'wrong_password'}
            onChange={setPassword}
          />
        )}
      </div>
      <ErrorNotice error={error} />
      {told && (
        <p className="notice" role="status">
          {told}
        </p>
      )}
      <div className="card-foot">
        <button type="submit" className="button primary" disabled={isBusy || !next.includes('@') || next === current}>
          Change the address
        </button>
      </div>
    </form>
  )
}

type Waiting = Exclude<Answer<'changeEmail'>['outcome'], 'changed'>

const sentences: Record<Waiting, (email: string) => string> = {
  mailed: (email) => `A link is on its way to ${email}. Open it within an hour; until then nothing changes.`,
  'not mailed': (email) => `No e-mail could be sent to ${email}, so nothing has changed. Check the address.`,
}
