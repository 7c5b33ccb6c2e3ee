import { X } from 'lucide-react'
import { useState } from 'react'
import { ago } from '../design/ago.js'
import { dayOf } from '../design/dates.js'
import { DialogPart, onDemand } from '../design/on-demand.js'
import { showToast } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { ConfirmAddress, UnverifiedTag } from '../people/email-status.js'
import { LinkNotice } from '../people/link-notice.js'
import { PasswordLink } from '../people/password-link.js'
import type { User } from '../service/user.js'
import '../people/people.css'
import { type Answer, api } from '../service/api.js'
import { SearchedList } from './searched-list.js'
import { usePages } from './use-pages.js'

const DeleteAccountDialog = onDemand(() => import('../people/delete-account-dialog.js'))

type Account = Answer<'listAccounts'>['users'][number]

/** Everybody with an account. */
export function Accounts({ user: me }: { user: User }) {
  const list = usePages('users', (query) => api.listAccounts(query))
  const [link, setLink] = useState<{ email: string; link: string }>()
  const [leaving, setLeaving] = useState<Account>()
  const accounts = list.pages.flatMap(({ users }) => users)
  return (
    <>
      <h1>{t('Users')}</h1>
      {link && (
        <LinkNotice what={t('the link for a new password')} link={link.link}>
          {t(
            'With this link {email} can set a new password once, within an hour. Copy it and send it to them: it is shown only once.',
            { email: link.email },
          )}
        </LinkNotice>
      )}
      <SearchedList list={list} label={t('Search by name or email address')} isEmpty={accounts.length === 0}>
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
        <DialogPart>
          <DeleteAccountDialog
            title={t('Delete the account of {name}?', { name: nameOf(leaving) })}
            action={t('Delete the account')}
            readOrphans={() => api.getAccountDeletion({ userId: leaving.id })}
            queryKey={['instance', 'deletion', leaving.id]}
            name={nameOf(leaving)}
            needsPassword={false}
            onDelete={async (body) => {
              await api.deleteAccount({ userId: leaving.id, ...body })
              await list.refresh()
              showToast(t('The account of {name} is deleted.', { name: nameOf(leaving) }))
            }}
            onClose={() => setLeaving(undefined)}
          />
        </DialogPart>
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
    t('{workspaces, plural, one {# workspace} other {# workspaces}}', { workspaces }),
    t('joined {day}', { day: dayOf(createdAt) }),
    lastUsedAt === null ? t('not signed in') : t('last seen {ago}', { ago: ago(lastUsedAt, Date.now()) }),
    ...(hasPassword ? [] : [t('no password')]),
  ]
  return (
    <li className="wrapping">
      <span className="avatar" aria-hidden>
        {name.charAt(0).toUpperCase()}
      </span>
      <span className="grow">
        <strong>
          {name} {isMe && <span className="tag">{t('You')}</span>}{' '}
          {isAdmin && <span className="tag good">{t('Instance admin')}</span>}{' '}
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
            aria-label={t('Delete the account of {name}', { name })}
            title={t('Delete the account')}
            onClick={onDelete}
          >
            <X size={15} />
          </button>
        )}
      </span>
    </li>
  )
}

const nameOf = ({ name, email }: Account) => name || email || t('Unnamed')
