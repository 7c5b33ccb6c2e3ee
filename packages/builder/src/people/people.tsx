import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import type { Choices } from '../design/choices.js'
import { dayOf } from '../design/dates.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { DialogPart, onDemand } from '../design/on-demand.js'
import { Select } from '../design/select.js'
import { showError, showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { ConfirmAddress, UnverifiedTag } from './email-status.js'
import type { StandingItem } from './end-access-dialog.js'
import { type InboxBots, InboxBotsButton } from './inbox-bots.js'
import { LinkNotice } from './link-notice.js'
import { PasswordLink } from './password-link.js'
import './people.css'

const EndAccessDialog = onDemand(() => import('./end-access-dialog.js'))

/** A person who has a role already. */
export interface Person {
  userId: string
  role: string
  name: string | null
  email: string | null
  isEmailVerified: boolean
  /** Bots of an agent. */
  inboxBots?: InboxBots
}

interface Invitation {
  id: string
  email: string
  type: string
  expiresAt: string
}

/** The people of a workspace or of a bot. */
export interface Group {
  /** Unique among workspaces and bots. */
  id: string
  kind: 'members' | 'collaborators'
  invitations(): Promise<{ invitations: readonly Invitation[] }>
  /** Returns a link for the invited person if no email was sent. */
  invite(email: string, role: string, inboxBots: InboxBots): Promise<{ link?: string | null | undefined }>
  withdraw(invitationId: string): Promise<unknown>
  /** Lists what a person made that acts later or for others. */
  items(userId: string): Promise<{ items: readonly StandingItem[] }>
  /** Items with the ids in `kept` continue in the name of the user; others end if the person may no longer make them. */
  setRole(userId: string, role: string, kept: string[]): Promise<unknown>
  remove(userId: string, kept: string[]): Promise<unknown>
  /** Chooses the bots of people with certain roles. */
  agents?: {
    bots: Choices
    hasBots(role: string): boolean
    setBots(person: Person, inboxBots: InboxBots): Promise<unknown>
  }
  /** True if a person with the one role may do less than with the other. */
  isLower(role: string, than: string): boolean
}

interface PeopleProps {
  group: Group
  people: readonly Person[] | undefined
  roles: Choices
  firstRole: string
  /** Roles that the user may give to others. If there are none, the form to invite is hidden. */
  grantable: Choices
  myId: string
  /** True if the user may change roles and remove people. Everyone may leave. */
  canManage: boolean
  /** True if the user may see pending invitations. */
  canSeeInvitations: boolean
  /** True if the user may confirm email addresses: an instance admin. */
  canConfirm: boolean
  onChange(): unknown
}

/** People with a role, pending invitations, and a form to invite more. */
export function People(props: PeopleProps) {
  const { group, people, roles, firstRole, grantable, myId, canManage, canSeeInvitations, canConfirm, onChange } = props
  const queries = useQueryClient()
  const [, go] = useLocation()
  const invitations = useQuery({
    queryKey: ['invitations', group.id],
    queryFn: group.invitations,
    select: (answer) => answer.invitations,
    enabled: canSeeInvitations,
  })
  const [ending, setEnding] = useState<{ person: Person; role?: string }>()
  const [passwordLink, setPasswordLink] = useState<{ email: string; link: string }>()
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ['invitations', group.id] })
    await onChange()
  }
  const attempt = (work: Promise<unknown>) => work.then(refresh).catch(showError)
  const changeRole = async (person: Person, role: string) => {
    const isLower = group.isLower(role, person.role)
    if (isLower && (await group.items(person.userId)).items.length > 0) setEnding({ person, role })
    else await group.setRole(person.userId, role, []).then(refresh)
  }
  const end = async ({ person: { userId }, role }: NonNullable<typeof ending>, kept: string[]) => {
    await (role === undefined ? group.remove(userId, kept) : group.setRole(userId, role, kept))
    if (userId !== myId || role !== undefined) return refresh()
    await queries.invalidateQueries({ queryKey: ['workspaces'] })
    go('/')
  }
  const label = group.kind === 'members' ? t('Invite a member') : t('Invite a person')
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
            canSendLink={group.kind === 'members'}
            canConfirm={canConfirm}
            agents={group.agents}
            onBots={async (bots) => {
              await group.agents?.setBots(person, bots)
              await refresh()
            }}
            onRole={(role) => void changeRole(person, role).catch(showError)}
            onLeave={() => setEnding({ person })}
            onConfirmed={refresh}
            onLink={(link) => setPasswordLink({ email: person.email as string, link })}
          />
        ))}
        {people?.length === 0 && <li className="soft">{t('Nobody yet.')}</li>}
      </ul>
      {passwordLink && (
        <LinkNotice what={t('the link for a new password')} link={passwordLink.link}>
          {t(
            'With this link {email} can set a new password once, within an hour. Copy it and send it to them: it is shown only once.',
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
                    onClick={() => attempt(group.withdraw(id))}
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
        <InviteForm group={group} label={label} grantable={grantable} firstRole={firstRole} onInvited={refresh} />
      )}
      {ending && (
        <DialogPart>
          <EndAccessDialog
            {...textsOf(ending, ending.person.userId === myId, roles)}
            queryKey={['items', group.id, ending.person.userId]}
            readItems={() => group.items(ending.person.userId)}
            onConfirm={(kept) => end(ending, kept)}
            onClose={() => setEnding(undefined)}
          />
        </DialogPart>
      )}
    </>
  )
}

function textsOf({ person, role }: { person: Person; role?: string }, isMe: boolean, roles: Choices) {
  const name = person.name || person.email || t('Unnamed')
  if (role !== undefined)
    return {
      name,
      title: t('Change the role of {name}?', { name }),
      text: t('From now on: {role}. What they may no longer do ends at once.', { role: labelOf(roles, role) }),
      action: t('Change role'),
    }
  return isMe
    ? {
        title: t('Leave?'),
        text: t('You lose your access at once, and somebody has to invite you to come back.'),
        action: t('Leave'),
      }
    : {
        name,
        title: t('Remove {name}?', { name }),
        text: t('They lose access at once. Their work stays.'),
        action: t('Remove'),
      }
}

interface PersonRowProps {
  person: Person
  isMe: boolean
  roles: Choices
  canManage: boolean
  canSendLink: boolean
  canConfirm: boolean
  agents: Group['agents']
  onBots(bots: InboxBots): Promise<unknown>
  onRole(role: string): void
  onLeave(): void
  /** Called when the person's email address was confirmed. */
  onConfirmed(): unknown
  /** Called with a link to set a new password. */
  onLink(link: string): void
}

function PersonRow(props: PersonRowProps) {
  const { person, isMe, roles, canManage, canSendLink, canConfirm, agents, onBots } = props
  const { onRole, onLeave, onConfirmed, onLink } = props
  const isUnverified = person.email !== null && !person.isEmailVerified
  const name = person.name || person.email || t('Unnamed')
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
        {canManage && agents?.hasBots(person.role) && (
          <InboxBotsButton
            label={t('Bots of {name}', { name })}
            bots={person.inboxBots ?? null}
            choices={agents.bots}
            onChange={onBots}
          />
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

interface InviteFormProps extends Pick<PeopleProps, 'group' | 'grantable' | 'firstRole'> {
  label: string
  onInvited(): Promise<void>
}

function InviteForm({ group, label, grantable, firstRole, onInvited }: InviteFormProps) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState(firstRole)
  const [bots, setBots] = useState<InboxBots>(null)
  const [link, setLink] = useState<{ email: string; link: string }>()
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const address = email.trim()
      const answer = await group.invite(address, role, bots)
      if (answer.link) setLink({ email: address, link: answer.link })
      else showToast(t('Invitation sent to {email}.', { email: address }))
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
        <Select label={t('Role')} value={role} choices={grantable} onChange={setRole} />
        {group.agents?.hasBots(role) && (
          <InboxBotsButton
            label={t('Bots of the agent')}
            bots={bots}
            choices={group.agents.bots}
            onChange={async (next) => setBots(next)}
          />
        )}
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
