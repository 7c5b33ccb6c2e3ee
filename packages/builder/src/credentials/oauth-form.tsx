import type { IntegrationType, OAuth } from '@colloquy/flow/integrations'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CopyLine } from '../design/copy-line.js'
import { Disclosure } from '../design/disclosure.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Field, Input, PasswordInput } from '../design/field.js'
import { Segments } from '../design/segments.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { textOfFile } from '../service/text-of-file.js'
import type { StoredCredentials } from './credentials-fields.js'
import { readKeyFile } from './key-file.js'
import { signInAtProvider } from './sign-in-window.js'

interface OAuthFormProps {
  workspaceId: string
  type: IntegrationType
  auth: OAuth
  /** Credentials to be renamed, or signed in for again. */
  kept: StoredCredentials | undefined
  onSaved(credentialsId: string): Promise<unknown>
  onClose(): void
}

type Way = 'account' | 'service account'

/** Credentials that come of signing in at a provider, or of the key of a service account. */
export function OAuthForm({ workspaceId, type, auth, kept, onSaved, onClose }: OAuthFormProps) {
  const [name, setName] = useState(kept?.name ?? '')
  const [chosenWay, setWay] = useState<Way>('account')
  const [keyFile, setKeyFile] = useState('')
  const [clientId, setClientId] = useState('')
  const [clientSecret, setClientSecret] = useState('')
  const [isWaiting, setWaiting] = useState(false)
  const ending = useRef<AbortController>(undefined)
  const { attempt, isBusy, error } = useAttempt()
  const path = `workspaces/${workspaceId}/credentials/oauth/${encodeURIComponent(type)}`
  const setup = useQuery({ queryKey: ['oauth', path], queryFn: () => api.getOAuthClient({ workspaceId, type }) })
  useEffect(() => () => ending.current?.abort(new Error(t('The window was closed.'))), [])
  const { label } = auth.provider
  const hasClient = setup.data?.hasClient === true
  const way: Way = auth.serviceAccount ? chosenWay : 'account'
  const key = readKeyFile(keyFile)
  const isRenamed = kept !== undefined && name.trim() !== '' && name.trim() !== kept.name
  const client =
    clientId.trim() !== '' && clientSecret !== '' ? { id: clientId.trim(), secret: clientSecret } : undefined
  const mayHaveOwnClient = kept !== undefined || hasClient

  const signIn = () =>
    attempt(async () => {
      ending.current = new AbortController()
      setWaiting(true)
      try {
        const body = {
          ...(!kept && name.trim() !== '' && { name: name.trim() }),
          ...(client && { client }),
          ...(kept && { credentialsId: kept.id }),
        }
        await onSaved(await signInAtProvider(workspaceId, type, body, ending.current.signal))
        onClose()
      } catch (problem) {
        if (problem !== cancelled) throw problem
      } finally {
        setWaiting(false)
      }
    })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (way === 'account' && !isRenamed) return void signIn()
    void attempt(async () => {
      const trimmed = name.trim()
      if (kept) {
        const credentials = {
          ...(trimmed && { name: trimmed }),
          ...(way === 'service account' && key && { data: key }),
        }
        await api.updateCredentials({ credentialsId: kept.id, workspaceId, credentials })
        await onSaved(kept.id)
      } else if (key) {
        const credentials = { type: 'google sheets' as const, name: trimmed || key.clientEmail, data: key }
        const made = await api.createCredentials({ workspaceId, credentials })
        await onSaved(made.credentialsId)
      }
      onClose()
    })
  }

  const ownClient = (
    <>
      {setup.data && (
        <Field id="redirect-address" label={t('Redirect address to register at the provider')}>
          <CopyLine text={setup.data.redirectUrl} what={t('redirect address')} />
        </Field>
      )}
      <Input label={t('Client ID')} value={clientId} autoComplete="off" onChange={setClientId} />
      <PasswordInput label={t('Client secret')} value={clientSecret} autoComplete="off" onChange={setClientSecret} />
    </>
  )

  return (
    <form className="stack" autoComplete="off" onSubmit={submit}>
      <Input
        label={t('Name')}
        value={name}
        placeholder={way === 'account' ? t('Email address of the account') : t('Email address of the service account')}
        onChange={setName}
      />
      {auth.serviceAccount && (
        <Segments
          label={t('Connect with')}
          value={way}
          choices={[
            ['account', t('{label} account', { label })],
            ['service account', t('Service account')],
          ]}
          onChange={setWay}
        />
      )}
      {way === 'service account' && <KeyFileField value={keyFile} email={key?.clientEmail} onChange={setKeyFile} />}
      {way === 'account' && setup.data && !mayHaveOwnClient && (
        <>
          <p className="soft">
            {auth.serviceAccount
              ? t(
                  'This instance has no OAuth client for {label}. Create one at {label} and enter it here, or use a service account, which needs none.',
                  { label },
                )
              : t('This instance has no OAuth client for {label}. Create one at {label} and enter it here.', { label })}
          </p>
          {ownClient}
        </>
      )}
      {way === 'account' && mayHaveOwnClient && (
        <Disclosure className="fold" title={t('Use your own OAuth client')}>
          <div className="stack">{ownClient}</div>
        </Disclosure>
      )}
      {isWaiting && (
        <p className="notice" role="status">
          {t('Waiting for the sign-in in the other window…')}
        </p>
      )}
      <ErrorNotice error={error ?? setup.error ?? undefined} />
      <div className="dialog-actions">
        {isWaiting && (
          <button type="button" className="button" onClick={() => ending.current?.abort(cancelled)}>
            {t('Cancel')}
          </button>
        )}
        {kept && way === 'account' && isRenamed && (
          <button type="submit" className="button" disabled={isBusy}>
            {t('Save name')}
          </button>
        )}
        {way === 'account' ? (
          <button
            type="button"
            className="button primary"
            disabled={isBusy || (!mayHaveOwnClient && !client)}
            onClick={signIn}
          >
            {kept ? t('Sign in to {label} again', { label }) : t('Sign in with {label}', { label })}
          </button>
        ) : (
          <button type="submit" className="button primary" disabled={isBusy || (kept ? !key && !isRenamed : !key)}>
            {kept ? t('Save') : t('Add')}
          </button>
        )}
      </div>
    </form>
  )
}

const cancelled = new Error(t('The sign-in was cancelled.'))

interface KeyFileFieldProps {
  value: string
  /** The address of the service account, once the key file can be read. */
  email: string | undefined
  onChange(text: string): void
}

function KeyFileField({ value, email, onChange }: KeyFileFieldProps) {
  const choose = async (file: File | undefined) => {
    if (file) onChange(await textOfFile(file))
  }
  return (
    <>
      <Field
        id="key-file"
        label={t('Key file')}
        hint={t('In the Google Cloud console, under Service accounts, Keys: add a key of type JSON.')}
      >
        <input
          id="key-file"
          className="text"
          type="file"
          accept="application/json,.json"
          aria-describedby="key-file-hint"
          onChange={(event) => void choose(event.target.files?.[0])}
        />
      </Field>
      {value !== '' && email === undefined && (
        <p className="notice danger" role="alert">
          {t('This is not the key file of a service account. Choose the JSON file that Google gave.')}
        </p>
      )}
      {email !== undefined && (
        <div className="stack tight">
          <p className="soft">{t('Share each spreadsheet with this address, as an editor:')}</p>
          <CopyLine text={email} what={t('address of the service account')} />
        </div>
      )}
    </>
  )
}
