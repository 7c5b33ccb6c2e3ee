import { useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../i18n/i18n.js'
import { People } from '../people/people.js'
import { request } from '../service/request.js'
import type { SectionProps } from '../service/section.js'
import { Reserved } from './reserved.js'

const roles = [
  ['ADMIN', t('Admin')],
  ['MEMBER', t('Member')],
  ['GUEST', t('Guest')],
] as const

/** The members of the workspace and the invitations to it. */
export function Members({ workspace, user, role }: SectionProps) {
  const queries = useQueryClient()
  const key = ['members', workspace.id]
  const members = useQuery({
    queryKey: key,
    queryFn: () => request<'listMembers'>('GET', `workspaces/${workspace.id}/members`),
    select: (answer) => answer.members.map(({ userId, role, user }) => ({ userId, role, ...user })),
  })
  const isAdmin = role === 'ADMIN'
  return (
    <>
      <h1>{t('Members')}</h1>
      <p className="soft">
        {role === 'GUEST'
          ? t(
              'Admins manage the workspace. Members create and edit all of its bots. Guests see only the bots that are shared with them, and not who else belongs to the workspace.',
            )
          : t(
              'Admins manage the workspace. Members create and edit all of its bots. Guests see only the bots that are shared with them.',
            )}
      </p>
      {!isAdmin && <Reserved to="admins" />}
      <section className="card">
        <People
          of={`workspaces/${workspace.id}`}
          kind="members"
          people={members.data}
          roles={roles}
          firstRole="MEMBER"
          grantable={isAdmin ? roles : []}
          myId={user.id}
          canManage={isAdmin}
          canSeeInvitations={role !== 'GUEST'}
          canConfirm={user.isAdmin}
          onChange={() =>
            Promise.all([
              queries.invalidateQueries({ queryKey: key }),
              queries.invalidateQueries({ queryKey: ['workspaces'] }),
            ])
          }
        />
        {members.error && <p className="notice danger">{members.error.message}</p>}
      </section>
    </>
  )
}
