import type { OAuth } from '@colloquy/flow/integrations'
import { CopyLine } from '../design/copy-line.js'
import { Disclosure } from '../design/disclosure.js'
import { Field, Input, PasswordInput } from '../design/field.js'
import { t } from '../i18n/i18n.js'

/** An OAuth client as typed. */
export interface TypedClient {
  id: string
  secret: string
}

export const noClient: TypedClient = { id: '', secret: '' }

/** The client without spaces around its id; undefined if a part is missing. */
export const wholeClient = ({ id, secret }: TypedClient): TypedClient | undefined =>
  id.trim() !== '' && secret !== '' ? { id: id.trim(), secret } : undefined

interface OwnClientProps {
  auth: OAuth
  client: TypedClient
  /** Address that the provider redirects to, once it is known. */
  redirectUrl: string | undefined
  /** The user can sign in without an own client. */
  isOptional: boolean
  onChange(client: TypedClient): void
}

/** Fields of an OAuth client of the user; folded where the instance has one. */
export function OwnClient({ auth, isOptional, ...fields }: OwnClientProps) {
  const { label } = auth.provider
  if (isOptional)
    return (
      <Disclosure className="fold" title={t('Use your own OAuth client')}>
        <div className="stack">
          <ClientFields {...fields} />
        </div>
      </Disclosure>
    )
  if (fields.redirectUrl === undefined) return null
  return (
    <>
      <p className="soft">
        {auth.serviceAccount
          ? t(
              'This instance has no OAuth client for {label}. Create one at {label} and enter it here, or use a service account, which needs none.',
              { label },
            )
          : t('This instance has no OAuth client for {label}. Create one at {label} and enter it here.', { label })}
      </p>
      <ClientFields {...fields} />
    </>
  )
}

function ClientFields({ client, redirectUrl, onChange }: Omit<OwnClientProps, 'auth' | 'isOptional'>) {
  return (
    <>
      {redirectUrl !== undefined && (
        <Field id="redirect-address" label={t('Redirect address to register at the provider')}>
          <CopyLine text={redirectUrl} what={t('redirect address')} />
        </Field>
      )}
      <Input
        label={t('Client ID')}
        value={client.id}
        autoComplete="off"
        onChange={(id) => onChange({ ...client, id })}
      />
      <PasswordInput
        label={t('Client secret')}
        value={client.secret}
        autoComplete="off"
        onChange={(secret) => onChange({ ...client, secret })}
      />
    </>
  )
}
