import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Disclosure } from '../design/disclosure.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'

interface AllowedHostsFieldProps {
  workspaceId: string
  /** Id of existing credentials; undefined for new ones. */
  credentialsId: string | undefined
  /** The text of the field, one host per line; undefined while unchanged. */
  value: string | undefined
  /** The server accepts other hosts only together with the secret. */
  hasSecret: boolean
  onChange(value: string): void
}

/** The hosts that a secret may be sent to, in addition to those that its type and its own data name. */
export function AllowedHostsField({ workspaceId, credentialsId, value, hasSecret, onChange }: AllowedHostsFieldProps) {
  const id = useId()
  const stored = useStoredHosts(workspaceId, credentialsId)
  const isLocked = credentialsId !== undefined && !hasSecret
  return (
    <Disclosure className="field" isOpen={value !== undefined} title={t('Allowed hosts')}>
      <label htmlFor={id} className="visually-hidden">
        {t('Allowed hosts, one per line')}
      </label>
      <textarea
        id={id}
        className="text"
        aria-describedby={`${id}-hint`}
        placeholder="gateway.example.com:8443"
        readOnly={isLocked}
        value={value ?? stored.join('\n')}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={`${id}-hint`} className="faint">
        {isLocked
          ? t('The secret is sent to these hosts only. To add or remove hosts, enter the secret again.')
          : t('One per line. The secret is sent only to these hosts and to those that the service itself needs.')}
      </span>
    </Disclosure>
  )
}

/** The stored hosts; empty for new credentials. */
export function useStoredHosts(workspaceId: string, credentialsId: string | undefined): readonly string[] {
  const { data } = useQuery({
    queryKey: ['credentials', workspaceId, credentialsId],
    queryFn: () => api.getCredentials({ credentialsId: credentialsId!, workspaceId }),
    select: (answer) => answer.credentials.allowedHosts,
    enabled: credentialsId !== undefined,
  })
  return data ?? []
}

/** The hosts in a text, without duplicates. */
export const hostsOf = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))]
