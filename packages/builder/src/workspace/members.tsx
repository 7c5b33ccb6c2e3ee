import { useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../i18n/i18n.js'
import { type Group, People } from '../people/people.js'
import { api } from '../service/api.js'
import type { SectionProps } from '../service/section.js'
import type { ListedWorkspace } from '../service/workspaces.js'
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
    queryFn: () => api.listMembers({ workspaceId: workspace.id }),
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
          group={groupOf(workspace.id)}
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

type Role = ListedWorkspace['role']

const ranks: Record<Role, number> = { GUEST: 0, MEMBER: 1, ADMIN: 2 }

const groupOf = (workspaceId: string): Group => ({
  id: `workspaces/${workspaceId}`,
  kind: 'members',
  invitations: () => api.listInvitations({ workspaceId }),
  invite: (email, role) => api.createInvitation({ workspaceId, email, type: role as Role }),
  withdraw: (invitationId) => api.deleteInvitation({ workspaceId, invitationId }),
  items: (userId) => api.listItemsOfMember({ workspaceId, userId }),
  setRole: (userId, role, kept) => api.updateMember({ workspaceId, userId, role: role as Role, kept }),
  remove: (userId, kept) => api.deleteMember({ workspaceId, userId, kept: kept.join(',') }),
  isLower: (role, than) => ranks[role as Role] < ranks[than as Role],
})
