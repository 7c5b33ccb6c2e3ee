import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Confirm } from '../design/confirm.js'
import { CopyButton } from '../design/copy-button.js'
import { dayOf } from '../design/dates.js'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input, Select } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { type Answer, request } from '../service/request.js'

type Token = Answer<'listApiTokens'>['apiTokens'][number]

const scopes = [
  ['read', 'Read'],
  ['write', 'Read and write'],
  ['admin', 'Everything'],
] as const
const lives = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const

/** What programs sign in with. */
export function ApiTokens() {
  const queries = useQueryClient()
  const tokens = useQuery({
    queryKey: ['api-tokens'],
    queryFn: () => request<'listApiTokens'>('GET', 'users/me/api-tokens'),
    select: (answer) => answer.apiTokens,
  })
  const [isMaking, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<Token>()
  const refresh = () => queries.invalidateQueries({ queryKey: ['api-tokens'] })
  return (
    <>
      <div className="row">
        <h1 className="grow">API tokens</h1>
        <button type="button" className="button primary" onClick={() => setMaking(true)}>
          <Plus size={15} /> New token
        </button>
      </div>
      <p className="soft">
        Programs use a token in place of your password. What each can do is in the{' '}
        <a href="/api/docs" target="_blank" rel="noopener">
          reference of the API
        </a>
        .
      </p>
      {tokens.error && <p className="notice danger">{tokens.error.message}</p>}
      {tokens.data?.length === 0 && (
        <div className="card empty">
          <KeyRound size={28} />
          <p>You have no tokens.</p>
        </div>
      )}
      {tokens.data && tokens.data.length > 0 && (
        <ul className="card rows">
          {tokens.data.map((token) => (
            <li key={token.id}>
              <span className="grow">
                <strong className="cut">{token.name || 'Without a name'}</strong>
                <span className="faint">
                  made {dayOf(token.createdAt)},{' '}
                  {token.expiresAt ? `good until ${dayOf(token.expiresAt)}` : 'never ends'}
                </span>
              </span>
              <span className="tag">{scopes.find(([scope]) => scope === token.scope)?.[1]}</span>
              <button
                type="button"
                className="button small danger"
                aria-label={`Revoke ${token.name}`}
                onClick={() => setRevoked(token)}
              >
                Revoke
              </button>
            </li>
          ))}
        </ul>
      )}
      {isMaking && <NewToken onMade={refresh} onClose={() => setMaking(false)} />}
      {revoked && (
        <Confirm
          title={`Revoke “${revoked.name}”?`}
          text="Whatever uses it can do nothing here from that moment on. This cannot be undone."
          action="Revoke it"
          onConfirm={() => request<'deleteApiToken'>('DELETE', `users/me/api-tokens/${revoked.id}`).then(refresh)}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </>
  )
}

function NewToken({ onMade, onClose }: { onMade(): Promise<void>; onClose(): void }) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState('write')
  const [days, setDays] = useState('')
  const [made, setMade] = useState<string>()
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString()
      const body = { name: name.trim(), scope, expiresAt }
      const { apiToken } = await request<'createApiToken'>('POST', 'users/me/api-tokens', body)
      setMade(apiToken.token)
      await onMade()
    })
  }
  if (made !== undefined) {
    return (
      <Dialog title="Copy the token now" description="It is shown this once, and never again." onClose={onClose}>
        <div className="row">
          <code className="code-line grow" data-testid="token">
            {made}
          </code>
          <CopyButton label="Copy the token" text={made} />
        </div>
        <div className="dialog-actions">
          <button type="button" className="button primary" onClick={onClose}>
            I have it
          </button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title="New API token" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Input
          label="Name"
          value={name}
          placeholder="Nightly export"
          hint="So that you know later what uses it."
          onChange={setName}
        />
        <div className="fields">
          <Select label="It may" value={scope} choices={scopes} onChange={setScope} />
          <Select label="It ends" value={days} choices={lives} onChange={setDays} />
        </div>
        <ErrorNotice error={error} />
        <div className="dialog-actions">
          <button type="submit" className="button primary" disabled={isBusy || name.trim() === ''}>
            Create
          </button>
        </div>
      </form>
    </Dialog>
  )
}
