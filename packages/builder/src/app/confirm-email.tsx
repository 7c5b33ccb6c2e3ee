import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useAttempt } from '../design/use-attempt.js'
import { request } from '../service/request.js'
import { Entrance } from './entrance.js'
import { explainLink } from './explain-link.js'

interface ConfirmEmailProps {
  token: string
  onDone(): void
}

/** Opens the link that was sent to another e-mail address. A button, as programs that look through e-mails open links, too. */
export default function ConfirmEmail({ token, onDone }: ConfirmEmailProps) {
  const [email, setEmail] = useState<string>()
  const { attempt, isBusy, error } = useAttempt()
  const submit = () =>
    attempt(async () => {
      if (email !== undefined) return onDone()
      setEmail((await request<'confirmEmail'>('POST', 'email-links/use', { token })).email)
    })
  return (
    <Entrance
      title={email === undefined ? 'Your new e-mail address' : 'It is changed'}
      text={
        email === undefined ? (
          'This link came to the address that you want to sign in with from now on. Is it yours?'
        ) : (
          <>
            From now on you sign in with <strong>{email}</strong>.
          </>
        )
      }
      error={error && explainLink(error, advice)}
      onSubmit={submit}
    >
      <button type="submit" className="button primary large" disabled={isBusy}>
        <MailCheck size={15} /> {email === undefined ? 'Yes, sign in with it' : 'To your bots'}
      </button>
    </Entrance>
  )
}

const advice = 'Change the address once more in your account.'
