import { X } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../app/user.js'
import { ago } from '../design/ago.js'
import { counted } from '../design/counted.js'
import { dayOf } from '../design/dates.js'
import { onDemand, Part } from '../design/on-demand.js'
import { say } from '../design/toasts.js'
import { ConfirmAddress, UnverifiedTag } from '../people/email-status.js'
import { LinkNotice } from '../people/link-notice.js'
import { PasswordLink } from '../people/password-link.js'
import '../people/people.css'
import { type Answer, request } from '../service/request.js'
import { SearchedList } from './searched-list.js'
import { usePages } from './use-pages.js'

const DeleteAccountDialog = onDemand(() => import('../people/delete-account-dialog.js'))

type Account = Answer<'listAccounts'>['users'][number]

/** Everybody with an account. */
export function Accounts({ user: me }: { user: User }) {
  const list = usePages('users', (query) => request<'listAccounts'>('GET', `instance/users?${query}`))
  const [link, setLink] = useState<{ email: string; link: string }>()
  const [leaving, setLeaving] = useState<Account>()
  const accounts = list.pages.flatMap(({ users }) => users)
  return (
    <>
      <h1>Users</h1>
      {link && (
        <LinkNotice what="the link for a new password" link={link.link}>
          With this link {link.email} can set a new password, once, within an hour. Copy it and pass it on; it is shown
          only now.
        </LinkNotice>
      )}
      <SearchedList list={list} label="Search by name or e-mail address" isEmpty={accounts.length === 0}>
        {accounts.map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            isMe={account.id === me.id}
            onConfirmed={list.refresh}
            onLink={(made) => setLink({ email: account.email as string, link: made })}
            onDelete={() => setLeaving(account)}
          />
        ))}
      </SearchedList>
      {leaving && (
        <Part>
          <DeleteAccountDialog
            title={`Delete the account of ${nameOf(leaving)}?`}
            action="Delete the account"
            path={`instance/users/${leaving.id}`}
            queryKey={['instance', 'deletion', leaving.id]}
            name={nameOf(leaving)}
            needsPassword={false}
            onDelete={async (body) => {
              await request<'deleteAccount'>('DELETE', `instance/users/${leaving.id}`, body)
              await list.refresh()
              say(`The account of ${nameOf(leaving)} is deleted.`)
            }}
            onClose={() => setLeaving(undefined)}
          />
        </Part>
      )}
    </>
  )
}

interface AccountRowProps {
  account: Account
  isMe: boolean
  onConfirmed(): unknown
  onLink(link: string): void
  onDelete(): void
}

function AccountRow({ account, isMe, onConfirmed, onLink, onDelete }: AccountRowProps) {
  const { email, isEmailVerified, isAdmin, hasPassword, createdAt, lastUsedAt, workspaces } = account
  const name = nameOf(account)
  const facts = [
    ...(account.name && email ? [email] : []),
    counted(workspaces, 'workspace'),
    `joined ${dayOf(createdAt)}`,
    lastUsedAt === null ? 'not signed in' : `last seen ${ago(lastUsedAt, Date.now())}`,
    ...(hasPassword ? [] : ['no password']),
  ]
  return (
    <li className="wrapping">
      <span className="avatar" aria-hidden>
        {name.charAt(0).toUpperCase()}
      </span>
      <span className="grow">
        <strong>
          {name} {isMe && <span className="tag">You</span>}{' '}
          {isAdmin && <span className="tag good">Instance admin</span>}{' '}
          {email !== null && !isEmailVerified && <UnverifiedTag />}
        </strong>
        <span className="faint">{facts.join(' · ')}</span>
      </span>
      <span className="person-actions">
        {email !== null && !isEmailVerified && <ConfirmAddress email={email} onConfirmed={onConfirmed} />}
        {email !== null && <PasswordLink name={name} email={email} onMade={onLink} />}
        {!isMe && (
          <button
            type="button"
            className="button plain icon-only"
            aria-label={`Delete the account of ${name}`}
            title="Delete the account"
            onClick={onDelete}
          >
            <X size={15} />
          </button>
        )}
      </span>
    </li>
  )
}

const nameOf = ({ name, email }: Account) => name || email || 'Without a name'
