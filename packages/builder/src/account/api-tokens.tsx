import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Confirm } from '../design/confirm.js'
import { CopyButton } from '../design/copy-button.js'
import { dayOf } from '../design/dates.js'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { Select } from '../design/select.js'
import { useAttempt } from '../design/use-attempt.js'
import { rich, t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'

type Token = Answer<'listApiTokens'>['apiTokens'][number]
type Scope = Token['scope']

const scopes = [
  ['read', t('Read')],
  ['write', t('Read and write')],
  ['admin', t('Everything')],
] as const
const lives = [
  ['', t('Never')],
  ['30', t('In 30 days')],
  ['90', t('In 90 days')],
  ['365', t('In a year')],
] as const

/** Tokens with which programs authenticate. */
export function ApiTokens() {
  const queries = useQueryClient()
  const tokens = useQuery({
    queryKey: ['api-tokens'],
    queryFn: () => api.listApiTokens(),
    select: (answer) => answer.apiTokens,
  })
  const [isMaking, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<Token>()
  const refresh = () => queries.invalidateQueries({ queryKey: ['api-tokens'] })
  return (
    <>
      <div className="row">
        <h1 className="grow">{t('API tokens')}</h1>
        <button type="button" className="button primary" onClick={() => setMaking(true)}>
          <Plus size={15} /> {t('New token')}
        </button>
      </div>
      <p className="soft">
        {rich('Programs sign in with a token instead of your password. See the <a>API reference</a>.', {
          a: (content) => (
            <a href="/api/docs" target="_blank" rel="noopener">
              {content}
            </a>
          ),
        })}
      </p>
      {tokens.error && <p className="notice danger">{tokens.error.message}</p>}
      {tokens.data?.length === 0 && (
        <div className="card empty">
          <KeyRound size={28} />
          <p>{t('No tokens yet. Create one to use the API.')}</p>
        </div>
      )}
      {tokens.data && tokens.data.length > 0 && (
        <ul className="card rows">
          {tokens.data.map((token) => (
            <li key={token.id}>
              <span className="grow">
                <strong className="cut">{token.name || t('Unnamed')}</strong>
                <span className="faint">
                  {token.expiresAt
                    ? t('Created {day}, expires {day2}', { day: dayOf(token.createdAt), day2: dayOf(token.expiresAt) })
                    : t('Created {day}, never expires', { day: dayOf(token.createdAt) })}
                </span>
              </span>
              <span className="tag">{scopes.find(([scope]) => scope === token.scope)?.[1]}</span>
              <button
                type="button"
                className="button small danger"
                aria-label={t('Revoke {name}', { name: token.name })}
                onClick={() => setRevoked(token)}
              >
                {t('Revoke')}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isMaking && <NewToken onMade={refresh} onClose={() => setMaking(false)} />}
      {revoked && (
        <Confirm
          title={t('Revoke “{name}”?', { name: revoked.name })}
          text={t('Programs that use it lose access at once. This cannot be undone.')}
          action={t('Revoke token')}
          onConfirm={() => api.deleteApiToken({ tokenId: revoked.id }).then(refresh)}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </>
  )
}

function NewToken({ onMade, onClose }: { onMade(): Promise<void>; onClose(): void }) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('write')
  const [days, setDays] = useState('')
  const [made, setMade] = useState<string>()
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString()
      const { apiToken } = await api.createApiToken({ name: name.trim(), scope, expiresAt })
      setMade(apiToken.token)
      await onMade()
    })
  }
  if (made !== undefined) {
    return (
      <Dialog title={t('Copy the token now')} description={t('It is shown only once.')} onClose={onClose}>
        <div className="row">
          <code className="code-line grow" data-testid="token">
            {made}
          </code>
          <CopyButton label={t('Copy the token')} text={made} />
        </div>
        <div className="dialog-actions">
          <button type="button" className="button primary" onClick={onClose}>
            {t('Done')}
          </button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title={t('New API token')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Input
          label={t('Name')}
          value={name}
          placeholder={t('Nightly export')}
          hint={t('A name to recognize this token by.')}
          onChange={setName}
        />
        <div className="fields">
          <Select
            label={t('Permissions')}
            value={scope}
            choices={scopes}
            onChange={(value) => setScope(value as Scope)}
          />
          <Select label={t('Expires')} value={days} choices={lives} onChange={setDays} />
        </div>
        <ErrorNotice error={error} />
        <div className="dialog-actions">
          <button type="submit" className="button primary" disabled={isBusy || name.trim() === ''}>
            {t('Create')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
