import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Globe, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Confirm } from '../design/confirm.js'
import { CopyButton } from '../design/copy-button.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { type Answer, request } from '../service/request.js'
import { Reserved } from './reserved.js'
import type { SectionProps } from './section.js'
import { isMember } from './workspaces.js'

type Verdict = Answer<'verifyCustomDomain'>

/** Domains that bots of the workspace can have their pages on. */
export function Domains({ workspace, role, mayChange }: SectionProps) {
  const queries = useQueryClient()
  const key = ['domains', workspace.id]
  const domains = useQuery({
    queryKey: key,
    queryFn: () => request<'listCustomDomains'>('GET', `custom-domains?workspaceId=${workspace.id}`),
    select: (answer) => answer.customDomains,
  })
  const [name, setName] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const refresh = () => queries.invalidateQueries({ queryKey: key })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await request<'createCustomDomain'>('POST', 'custom-domains', { workspaceId: workspace.id, name })
      setName('')
      await refresh()
    })
  }
  return (
    <>
      <h1>Domains</h1>
      <p className="soft">
        A bot can have its page on a domain of yours. Add the domain here, set a record where it is registered, then
        choose it on the share page of the bot.
      </p>
      {mayChange ? (
        <form className="card" onSubmit={submit}>
          <div className="row end">
            <div className="grow">
              <Input label="Domain" value={name} placeholder="chat.example.com" autoComplete="off" onChange={setName} />
            </div>
            <button type="submit" className="button primary" disabled={isBusy || name.trim() === ''}>
              Add
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
          <p>There are no domains yet.</p>
        </div>
      )}
      {domains.data?.map((domain) => (
        <Domain key={domain.name} {...domain} workspaceId={workspace.id} mayChange={mayChange} onChange={refresh} />
      ))}
    </>
  )
}

interface DomainProps {
  name: string
  isVerified: boolean
  workspaceId: string
  mayChange: boolean
  onChange(): Promise<void>
}

function Domain({ name, isVerified, workspaceId, mayChange, onChange }: DomainProps) {
  const [verdict, setVerdict] = useState<Verdict>()
  const [isDeleting, setDeleting] = useState(false)
  const { attempt, isBusy, error } = useAttempt()
  const path = `custom-domains/${encodeURIComponent(name)}`
  const verify = () =>
    attempt(async () => {
      setVerdict(await request<'verifyCustomDomain'>('GET', `${path}/verify?workspaceId=${workspaceId}`))
      await onChange()
    })
  return (
    <section className="card">
      <div className="row wrap">
        <h2 className="grow domain-name">{name}</h2>
        <span className={isVerified ? 'tag good' : 'tag warning'}>{isVerified ? 'Leads here' : 'Not confirmed'}</span>
        {mayChange && (
          <>
            <button type="button" className="button" disabled={isBusy} onClick={verify}>
              {isBusy ? 'Asking…' : isVerified ? 'Check again' : 'Show what to set'}
            </button>
            <button
              type="button"
              className="button plain icon-only"
              aria-label={`Give up ${name}`}
              title="Give up the domain"
              onClick={() => setDeleting(true)}
            >
              <Trash2 size={15} />
            </button>
          </>
        )}
      </div>
      <ErrorNotice error={error} />
      {verdict && (
        <div className="stack" role="status">
          <p className={verdict.domainJson.isVerified ? 'notice' : 'notice warning'}>{sentences[verdict.status]}</p>
          {!verdict.domainJson.isVerified && <Records {...verdict.domainJson} />}
        </div>
      )}
      {isDeleting && (
        <Confirm
          title={`Give up ${name}?`}
          text="Pages of bots on it are not found any more. It can be added again."
          action="Give it up"
          onConfirm={() => request('DELETE', `${path}?workspaceId=${workspaceId}`).then(onChange)}
          onClose={() => setDeleting(false)}
        />
      )}
    </section>
  )
}

const sentences: Record<Verdict['status'], string> = {
  'Valid Configuration': 'All is well: the domain leads here.',
  'Invalid Configuration': 'The domain leads elsewhere. Set one of these records in place of what is there:',
  'Domain Not Found': 'The domain has no record yet. Set one of these where it is registered, then check again:',
  'Pending Verification': 'The record is not seen yet. It can take an hour until it is. Expected is one of these:',
  'Unknown Error': 'The DNS did not answer. Try again in a moment. Expected is one of these:',
}

function Records({ expected, found }: Verdict['domainJson']) {
  return (
    <>
      <div className="table-scroll">
        <table className="plain-table">
          <caption className="visually-hidden">Records to set: either of them will do</caption>
          <thead>
            <tr>
              <th>Type</th>
              <th>Name</th>
              <th>Value</th>
              <th>
                <span className="visually-hidden">Copy</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {expected.map(({ type, name, value }) => (
              <tr key={type}>
                <td>{type}</td>
                <td>
                  <code>{name}</code>
                </td>
                <td>
                  <code>{value}</code>
                </td>
                <td>
                  <CopyButton label={`Copy the value of the ${type} record`} text={value} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.length > 0 && (
        <p className="faint">Found instead: {found.map(({ type, value }) => `${type} ${value}`).join(', ')}</p>
      )}
    </>
  )
}
