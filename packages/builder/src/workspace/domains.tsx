import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Globe, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Confirm } from '../design/confirm.js'
import { CopyButton } from '../design/copy-button.js'
import { dayOf } from '../design/dates.js'
import { Disclosure } from '../design/disclosure.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { Table } from '../design/table.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import type { SectionProps } from '../service/section.js'
import { isMember } from '../service/workspaces.js'
import { Reserved } from './reserved.js'
import './workspace.css'

type Claim = Answer<'listCustomDomains'>['customDomains'][number]
type Check = Answer<'verifyCustomDomain'>

/** Domains that bots of the workspace can have their pages on. */
export function Domains({ workspace, role, mayChange }: SectionProps) {
  const queries = useQueryClient()
  const key = ['domains', workspace.id]
  const domains = useQuery({
    queryKey: key,
    queryFn: () => api.listCustomDomains({ workspaceId: workspace.id }),
    select: (answer) => answer.customDomains,
  })
  const [name, setName] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const refresh = () => queries.invalidateQueries({ queryKey: key })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await api.createCustomDomain({ workspaceId: workspace.id, name })
      setName('')
      await refresh()
    })
  }
  return (
    <>
      <h1>{t('Domains')}</h1>
      <p className="soft">
        {t(
          'Serve a bot on your own domain. Add the domain, set its DNS records and verify it. Then choose it on the share page of the bot.',
        )}
      </p>
      {mayChange ? (
        <form className="card" onSubmit={submit}>
          <div className="row end">
            <div className="grow">
              <Input
                label={t('Domain')}
                value={name}
                placeholder="chat.example.com"
                autoComplete="off"
                onChange={setName}
              />
            </div>
            <button type="submit" className="button primary" disabled={isBusy || name.trim() === ''}>
              {t('Add')}
            </button>
          </div>
          <ErrorNotice error={error} />
        </form>
      ) : (
        !isMember(role) && <Reserved to="members" />
      )}
      {domains.data?.length === 0 && (
        <div className="card empty">
          <Globe size={28} />
          <p>{t('No domains yet')}</p>
        </div>
      )}
      {domains.data?.map((domain) => (
        <Domain key={domain.name} domain={domain} workspaceId={workspace.id} mayChange={mayChange} onChange={refresh} />
      ))}
    </>
  )
}

interface DomainProps {
  domain: Claim
  workspaceId: string
  mayChange: boolean
  onChange(): Promise<void>
}

function Domain({ domain, workspaceId, mayChange, onChange }: DomainProps) {
  const { name } = domain
  const [check, setCheck] = useState<Check>()
  const [isDeleting, setDeleting] = useState(false)
  const { attempt, isBusy, error } = useAttempt()
  const verify = () =>
    attempt(async () => {
      setCheck(await api.verifyCustomDomain({ name, workspaceId }))
      await onChange()
    })
  const state = stateOf(domain)
  return (
    <section className="card">
      <div className="row wrap">
        <h2 className="grow domain-name">{name}</h2>
        <span className={`tag ${state.tone}`}>{state.label}</span>
        {mayChange && (
          <>
            <button type="button" className="button" disabled={isBusy} onClick={verify}>
              {isBusy ? t('Checking…') : domain.isVerified ? t('Check records') : t('Verify')}
            </button>
            <button
              type="button"
              className="button plain icon-only"
              aria-label={t('Remove {name}', { name })}
              title={t('Remove the domain')}
              onClick={() => setDeleting(true)}
            >
              <Trash2 size={15} />
            </button>
          </>
        )}
      </div>
      <ErrorNotice error={error} />
      {state.note && <p className={domain.isVerified || domain.isTaken ? 'notice warning' : 'soft'}>{state.note}</p>}
      {check && (
        <p className={check.status === 'Valid Configuration' ? 'notice' : 'notice warning'} role="status">
          {sentenceOf(check)}
        </p>
      )}
      {mayChange && !domain.isTaken && <Records isOpen={!domain.isVerified} records={domain.records} />}
      {isDeleting && (
        <Confirm
          title={t('Remove {name}?', { name })}
          text={t('Pages of bots on this domain stop working. You can add the domain again.')}
          action={t('Remove')}
          onConfirm={() => api.deleteCustomDomain({ name, workspaceId }).then(onChange)}
          onClose={() => setDeleting(false)}
        />
      )}
    </section>
  )
}

function stateOf({ isVerified, isTaken, expiresAt }: Claim): { label: string; tone: string; note?: string } {
  if (isTaken) {
    const note = t('Another workspace has verified this domain. Remove it there first, if that workspace is yours.')
    return { label: t('Taken'), tone: 'danger', note }
  }
  const date = expiresAt && dayOf(expiresAt)
  if (isVerified) {
    const note = date
      ? t('The DNS records are gone. Set them again by {date} to keep the domain.', { date })
      : undefined
    return { label: t('Verified'), tone: 'good', note }
  }
  const note = t('Set these records at your DNS provider, then verify the domain by {date}.', { date })
  return { label: t('Unverified'), tone: 'warning', note }
}

function sentenceOf({ status, domainJson: { isTaken, leadsHere } }: Check): string {
  if (isTaken) return t('The domain was not verified.')
  if (status !== 'Valid Configuration') return sentences[status]
  if (leadsHere) return t('Both records are set.')
  return t('The TXT record is set. No CNAME record leads here; ignore this if you use an A or AAAA record.')
}

const sentences: Record<Exclude<Check['status'], 'Valid Configuration'>, string> = {
  'Invalid Configuration': t('The TXT record has another value. Replace it with the value below.'),
  'Pending Verification': t('The TXT record is not visible yet. New records can take up to an hour.'),
  'Unknown Error': t('The DNS did not answer. Try again in a moment.'),
}

const purposes = { TXT: t('Proves that the domain is yours'), CNAME: t('Points visitors to this server') }

function Records({ isOpen, records }: { isOpen: boolean } & Pick<Claim, 'records'>) {
  return (
    <Disclosure isOpen={isOpen} title={t('DNS records')}>
      <Table
        className="dns-records"
        head={
          <>
            <th scope="col">{t('Type')}</th>
            <th scope="col">{t('Name')}</th>
            <th scope="col">{t('Value')}</th>
            <th scope="col">{t('Purpose')}</th>
          </>
        }
      >
        {records.map(({ type, name, value }) => (
          <tr key={type}>
            <td>{type}</td>
            <td>
              <Copied label={t('Copy the name of the {type} record', { type })} text={name} />
            </td>
            <td>
              <Copied label={t('Copy the value of the {type} record', { type })} text={value} />
            </td>
            <td>{purposes[type]}</td>
          </tr>
        ))}
      </Table>
      {!records.some(({ type }) => type === 'CNAME') && (
        <p className="notice warning">
          {t(
            'This server has no public address, so it serves no custom domains. Ask the administrator to set COLLOQUY_PUBLIC_URL.',
          )}
        </p>
      )}
    </Disclosure>
  )
}

function Copied({ label, text }: { label: string; text: string }) {
  return (
    <span className="row domain-record">
      <code className="grow">{text}</code>
      <CopyButton label={label} text={text} />
    </span>
  )
}
