import type { IntegrationType, OAuth } from '@colloquy/flow/integrations'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CopyLine } from '../design/copy-line.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Field, Input, PasswordInput } from '../design/field.js'
import { Segments } from '../design/segments.js'
import { useAttempt } from '../design/use-attempt.js'
import { request } from '../service/request.js'
import type { KeptCredentials } from './credentials-fields.js'
import { readKeyFile } from './key-file.js'
import { signInAtProvider } from './sign-in-window.js'

interface OAuthFormProps {
  workspaceId: string
  type: IntegrationType
  auth: OAuth
  /** Credentials to be renamed, or signed in for again. */
  kept: KeptCredentials | undefined
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
  const setup = useQuery({ queryKey: ['oauth', path], queryFn: () => request<'getOAuthClient'>('GET', path) })
  useEffect(() => () => ending.current?.abort(new Error('The window was closed.')), [])
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
        await request<'updateCredentials'>('PATCH', `credentials/${kept.id}`, { workspaceId, credentials })
        await onSaved(kept.id)
      } else if (key) {
        const credentials = { type: 'google sheets' as const, name: trimmed || key.clientEmail, data: key }
        const made = await request<'createCredentials'>('POST', 'credentials', { workspaceId, credentials })
        await onSaved(made.credentialsId)
      }
      onClose()
    })
  }

  const ownClient = (
    <>
      {setup.data && (
        <Field id="redirect-address" label="Redirect address to register at the provider">
          <CopyLine text={setup.data.redirectUrl} what="redirect address" />
        </Field>
      )}
      <Input label="Client ID" value={clientId} autoComplete="off" onChange={setClientId} />
      <PasswordInput label="Client secret" value={clientSecret} autoComplete="off" onChange={setClientSecret} />
    </>
  )

  return (
    <form className="stack" autoComplete="off" onSubmit={submit}>
      <Input
        label="Name"
        value={name}
        placeholder={way === 'account' ? 'E-mail address of the account' : 'E-mail address of the service account'}
        onChange={setName}
      />
      {auth.serviceAccount && (
        <Segments
          label="Connect with"
          value={way}
          choices={[
            ['account', `${label} account`],
            ['service account', 'Service account'],
          ]}
          onChange={setWay}
        />
      )}
      {way === 'service account' && <KeyFileField value={keyFile} email={key?.clientEmail} onChange={setKeyFile} />}
      {way === 'account' && setup.data && !mayHaveOwnClient && (
        <>
          <p className="soft">
            This instance has no OAuth client for {label}. Create one at {label} and enter it here
            {auth.serviceAccount ? ', or use a service account, which needs none.' : '.'}
          </p>
          {ownClient}
        </>
      )}
      {way === 'account' && mayHaveOwnClient && (
        <details className="fold">
          <summary>Use your own OAuth client</summary>
          <div className="stack">{ownClient}</div>
        </details>
      )}
      {isWaiting && (
        <p className="notice" role="status">
          Waiting for the sign-in in the other window…
        </p>
      )}
      <ErrorNotice error={error ?? setup.error ?? undefined} />
      <div className="dialog-actions">
        {isWaiting && (
          <button type="button" className="button" onClick={() => ending.current?.abort(cancelled)}>
            Cancel
          </button>
        )}
        {kept && way === 'account' && isRenamed && (
          <button type="submit" className="button" disabled={isBusy}>
            Save name
          </button>
        )}
        {way === 'account' ? (
          <button
            type="button"
            className="button primary"
            disabled={isBusy || (!mayHaveOwnClient && !client)}
            onClick={signIn}
          >
            {kept ? `Sign in to ${label} again` : `Sign in with ${label}`}
          </button>
        ) : (
          <button type="submit" className="button primary" disabled={isBusy || (kept ? !key && !isRenamed : !key)}>
            {kept ? 'Save' : 'Add'}
          </button>
        )}
      </div>
    </form>
  )
}

const cancelled = new Error('The sign-in was cancelled.')

interface KeyFileFieldProps {
  value: string
  /** The address of the service account, once the key file can be read. */
  email: string | undefined
  onChange(text: string): void
}

function KeyFileField({ value, email, onChange }: KeyFileFieldProps) {
  const choose = async (file: File | undefined) => {
    if (file) onChange(await file.text())
  }
  return (
    <>
      <Field
        id="key-file"
        label="Key file"
        hint="In the Google Cloud console, under Service accounts, Keys: add a key of type JSON."
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
          This is not the key file of a service account. Choose the JSON file that Google gave.
        </p>
      )}
      {email !== undefined && (
        <div className="stack tight">
          <p className="soft">Share each spreadsheet with this address, as an editor:</p>
          <CopyLine text={email} what="address of the service account" />
        </div>
      )}
    </>
  )
}
