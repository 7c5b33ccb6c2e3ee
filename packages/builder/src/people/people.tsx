import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { Confirm } from '../design/confirm.js'
import { dayOf } from '../design/dates.js'
import { ErrorNotice } from '../design/error-notice.js'
import { type Choices, Input, Select } from '../design/field.js'
import { say, sayError } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { request } from '../service/request.js'
import { ConfirmAddress, UnverifiedTag } from './email-status.js'
import { LinkNotice } from './link-notice.js'
import { PasswordLink } from './password-link.js'
import './people.css'

/** Somebody who has a place already. */
export interface Person {
  userId: string
  role: string
  name: string | null
  email: string | null
  isEmailVerified: boolean
}

interface PeopleProps {
  /** What people belong to, as the API names it: `workspaces/abc` or `bots/abc`. */
  of: string
  /** How the API calls those who belong to it, and their role in requests. */
  kind: 'members' | 'collaborators'
  people: readonly Person[] | undefined
  roles: Choices
  firstRole: string
  /** Those of the roles that one may give to somebody else; whoever may give none is shown no form for it. */
  grantable: Choices
  myId: string
  /** True if the user may change roles and remove people. Everybody may leave. */
  canManage: boolean
  /** Whether one may see who is invited. */
  canSeeInvitations: boolean
  /** Whether one may confirm addresses: an instance admin. */
  canConfirm: boolean
  onChange(): unknown
}

/** Those who have a place, those who are invited to one, and a form to invite more. */
export function People(props: PeopleProps) {
  const { of, kind, people, roles, firstRole, grantable, myId, canManage, canSeeInvitations, canConfirm, onChange } =
    props
  const queries = useQueryClient()
  const [, go] = useLocation()
  const invitations = useQuery({
    queryKey: ['invitations', of],
    queryFn: () => request<'listInvitations' | 'listBotInvitations'>('GET', `${of}/invitations`),
    select: (answer) => answer.invitations,
    enabled: canSeeInvitations,
  })
  const [leaving, setLeaving] = useState<Person>()
  const [passwordLink, setPasswordLink] = useState<{ email: string; link: string }>()
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ['invitations', of] })
    await onChange()
  }
  const attempt = (work: Promise<unknown>) => work.then(refresh).catch(sayError)
  const remove = async ({ userId }: Person) => {
    await request<'deleteMember' | 'deleteCollaborator'>('DELETE', `${of}/${kind}/${userId}`)
    if (userId !== myId) return refresh()
    await queries.invalidateQueries({ queryKey: ['workspaces'] })
    go('/')
  }
  const roleKey = kind === 'members' ? 'role' : 'type'
  const label = kind === 'members' ? t('Invite a member') : t('Invite a person')
  return (
    <>
      <ul className="rows">
        {people?.map((person) => (
          <PersonRow
            key={person.userId}
            person={person}
            isMe={person.userId === myId}
            roles={roles}
            canManage={canManage}
            canSendLink={kind === 'members'}
            canConfirm={canConfirm}
            onRole={(role) =>
              attempt(
                request<'updateMember' | 'updateCollaborator'>('PATCH', `${of}/${kind}/${person.userId}`, {
                  [roleKey]: role,
                }),
              )
            }
            onLeave={() => setLeaving(person)}
            onConfirmed={refresh}
            onLink={(link) => setPasswordLink({ email: person.email as string, link })}
          />
        ))}
        {people?.length === 0 && <li className="soft">{t('Nobody yet.')}</li>}
      </ul>
      {passwordLink && (
        <LinkNotice what={t('the link for a new password')} link={passwordLink.link}>
          {t(
            'With this link {email} can set a new password, once, within an hour. Copy it and pass it on; it is shown only now.',
            { email: passwordLink.email },
          )}
        </LinkNotice>
      )}
      {invitations.data && invitations.data.length > 0 && (
        <>
          <h2>{t('Invited')}</h2>
          <ul className="rows">
            {invitations.data.map(({ id, email, type, expiresAt }) => (
              <li key={id}>
                <span className="grow">
                  <strong className="cut">{email}</strong>
                  <span className="faint">{t('Expires {day}', { day: dayOf(expiresAt) })}</span>
                </span>
                <span className="tag">{labelOf(roles, type)}</span>
                {canManage && (
                  <button
                    type="button"
                    className="button small"
                    aria-label={t('Withdraw the invitation of {email}', { email })}
                    onClick={() =>
                      attempt(request<'deleteInvitation' | 'deleteBotInvitation'>('DELETE', `${of}/invitations/${id}`))
                    }
                  >
                    {t('Withdraw')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {grantable.length > 0 && (
        <InviteForm of={of} label={label} grantable={grantable} firstRole={firstRole} onInvited={refresh} />
      )}
      {leaving && (
        <Confirm
          title={leaving.userId === myId ? t('Leave?') : t('Remove {name}?', { name: leaving.name || leaving.email })}
          text={
            leaving.userId === myId
              ? t('You lose your access at once, and somebody has to invite you to come back.')
              : t('They lose their access at once. What they made stays.')
          }
          action={leaving.userId === myId ? t('Leave') : t('Remove')}
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}

interface PersonRowProps {
  person: Person
  isMe: boolean
  roles: Choices
  canManage: boolean
  canSendLink: boolean
  canConfirm: boolean
  onRole(role: string): void
  onLeave(): void
  /** Their address was confirmed. */
  onConfirmed(): unknown
  /** Called with a link to set a new password. */
  onLink(link: string): void
}

function PersonRow(props: PersonRowProps) {
  const { person, isMe, roles, canManage, canSendLink, canConfirm, onRole, onLeave, onConfirmed, onLink } = props
  const isUnverified = person.email !== null && !person.isEmailVerified
  const name = person.name || person.email || 'Without a name'
  return (
    <li>
      <span className="avatar" aria-hidden>
        {name.charAt(0).toUpperCase()}
      </span>
      <span className="grow">
        <strong className="cut">
          {name} {isMe && <span className="tag">{t('You')}</span>} {isUnverified && <UnverifiedTag />}
        </strong>
        {person.name && <span className="faint">{person.email}</span>}
      </span>
      <span className="person-actions">
        {canConfirm && isUnverified && <ConfirmAddress email={person.email as string} onConfirmed={onConfirmed} />}
        {canSendLink && canManage && !isMe && person.email && (
          <PasswordLink name={name} email={person.email} onMade={onLink} />
        )}
        {canManage ? (
          <Select
            isLabelHidden
            label={t('Role of {name}', { name })}
            value={person.role}
            choices={roles}
            onChange={onRole}
          />
        ) : (
          <span className="tag">{labelOf(roles, person.role)}</span>
        )}
        {(canManage || isMe) && (
          <button
            type="button"
            className="button plain icon-only"
            aria-label={isMe ? t('Leave') : t('Remove {name}', { name })}
            title={isMe ? t('Leave') : t('Remove')}
            onClick={onLeave}
          >
            <X size={15} />
          </button>
        )}
      </span>
    </li>
  )
}

interface InviteFormProps extends Pick<PeopleProps, 'of' | 'grantable' | 'firstRole'> {
  label: string
  onInvited(): Promise<void>
}

function InviteForm({ of, label, grantable, firstRole, onInvited }: InviteFormProps) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState(firstRole)
  const [link, setLink] = useState<{ email: string; link: string }>()
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const body = { email: email.trim(), type: role }
      const answer = await request<'createInvitation' | 'createBotInvitation'>('POST', `${of}/invitations`, body)
      if (answer.link) setLink({ email: body.email, link: answer.link })
      else say(t('Invitation sent to {email}.', { email: body.email }))
      setEmail('')
      await onInvited()
    })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <div className="invite">
        <Input
          label={label}
          type="email"
          value={email}
          placeholder="name@example.com"
          autoComplete="off"
          onChange={setEmail}
        />
        <Select label={t('As')} value={role} choices={grantable} onChange={setRole} />
        <button type="submit" className="button" disabled={isBusy || email.trim() === ''}>
          <UserPlus size={15} /> {t('Invite')}
        </button>
      </div>
      <ErrorNotice error={error} />
      {link && (
        <LinkNotice what={t('the link of the invitation')} link={link.link}>
          {t(
            'No email was sent. Copy this link and pass it on to {email} yourself; it is shown only now. They join when they accept.',
            { email: link.email },
          )}
        </LinkNotice>
      )}
    </form>
  )
}

const labelOf = (choices: Choices, value: string) => choices.find(([it]) => it === value)?.[1] ?? value
