import type { IntegrationType, OAuth } from '@colloquy/flow/integrations'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CopyLine } from '../design/copy-line.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Field, Input } from '../design/field.js'
import { Segments } from '../design/segments.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { textOfFile } from '../service/text-of-file.js'
import type { StoredCredentials } from './credentials-fields.js'
import { readKeyFile } from './key-file.js'
import { noClient, OwnClient, wholeClient } from './own-client.js'
import { useSignIn } from './use-sign-in.js'

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
  const [typedClient, setClient] = useState(noClient)
  const { attempt, isBusy, error } = useAttempt()
  const { signIn, isWaiting, cancel } = useSignIn(workspaceId, type)
  const path = `workspaces/${workspaceId}/credentials/oauth/${encodeURIComponent(type)}`
  const setup = useQuery({ queryKey: ['oauth', path], queryFn: () => api.getOAuthClient({ workspaceId, type }) })
  const { label } = auth.provider
  const way: Way = auth.serviceAccount ? chosenWay : 'account'
  const key = readKeyFile(keyFile)
  const trimmed = name.trim()
  const isRenamed = kept !== undefined && trimmed !== '' && trimmed !== kept.name
  const client = wholeClient(typedClient)
  const mayHaveOwnClient = kept !== undefined || setup.data?.hasClient === true

  const connect = () =>
    attempt(async () => {
      const id = await signIn({
        ...(!kept && trimmed !== '' && { name: trimmed }),
        ...(client && { client }),
        ...(kept && { credentialsId: kept.id }),
      })
      if (id === undefined) return
      await onSaved(id)
      onClose()
    })
  const save = () =>
    attempt(async () => {
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void (way === 'account' && !isRenamed ? connect() : save())
  }

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
      {way === 'service account' ? (
        <KeyFileField value={keyFile} email={key?.clientEmail} onChange={setKeyFile} />
      ) : (
        <OwnClient
          auth={auth}
          client={typedClient}
          redirectUrl={setup.data?.redirectUrl}
          isOptional={mayHaveOwnClient}
          onChange={setClient}
        />
      )}
      {isWaiting && (
        <p className="notice" role="status">
          {t('Waiting for the sign-in in the other window…')}
        </p>
      )}
      <ErrorNotice error={error ?? setup.error ?? undefined} />
      <div className="dialog-actions">
        {isWaiting && (
          <button type="button" className="button" onClick={cancel}>
            {t('Cancel')}
          </button>
        )}
        {way === 'account' ? (
          <SignInButtons
            label={label}
            isKept={kept !== undefined}
            isRenamed={isRenamed}
            isBusy={isBusy}
            mayConnect={mayHaveOwnClient || client !== undefined}
            onConnect={connect}
          />
        ) : (
          <button type="submit" className="button primary" disabled={isBusy || (kept ? !key && !isRenamed : !key)}>
            {kept ? t('Save') : t('Add')}
          </button>
        )}
      </div>
    </form>
  )
}

interface SignInButtonsProps {
  /** Name of the provider. */
  label: string
  isKept: boolean
  isRenamed: boolean
  isBusy: boolean
  mayConnect: boolean
  onConnect(): void
}

function SignInButtons({ label, isKept, isRenamed, isBusy, mayConnect, onConnect }: SignInButtonsProps) {
  return (
    <>
      {isRenamed && (
        <button type="submit" className="button" disabled={isBusy}>
          {t('Save name')}
        </button>
      )}
      <button type="button" className="button primary" disabled={isBusy || !mayConnect} onClick={onConnect}>
        {isKept ? t('Sign in to {label} again', { label }) : t('Sign in with {label}', { label })}
      </button>
    </>
  )
}

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
