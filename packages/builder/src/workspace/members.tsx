import { roles as allRoles, hasInboxBots, type Role, roleCan } from '@colloquy/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Choices } from '../design/choices.js'
import { t } from '../i18n/i18n.js'
import { type Group, People } from '../people/people.js'
import { api } from '../service/api.js'
import type { SectionProps } from '../service/section.js'
import { Reserved } from './reserved.js'

const roles = [
  ['ADMIN', t('Admin')],
  ['MEMBER', t('Member')],
  ['AGENT', t('Agent')],
  ['GUEST', t('Guest')],
] as const

/** The members of the workspace and the invitations to it. */
export function Members({ workspace, user, role }: SectionProps) {
  const queries = useQueryClient()
  const key = ['members', workspace.id]
  const members = useQuery({
    queryKey: key,
    queryFn: () => api.listMembers({ workspaceId: workspace.id }),
    select: (answer) =>
      answer.members.map(({ userId, role, inboxBots, user }) => ({ userId, role, inboxBots, ...user })),
  })
  const canManage = roleCan(role, 'members.manage')
  const bots = useQuery({
    queryKey: ['bots', workspace.id, ''],
    queryFn: () => api.listBots({ workspaceId: workspace.id }),
    select: (answer) => answer.bots.map(({ id, name }) => [id, name] as const),
    enabled: canManage,
  })
  return (
    <>
      <h1>{t('Members')}</h1>
      <p className="soft">
        {!roleCan(role, 'members.see')
          ? t(
              'Admins manage the workspace. Members create and edit all of its bots. Agents answer conversations in the inbox. Guests see only the bots that are shared with them, and not who else belongs to the workspace.',
            )
          : t(
              'Admins manage the workspace. Members create and edit all of its bots. Agents answer conversations in the inbox. Guests see only the bots that are shared with them.',
            )}
      </p>
      {!canManage && <Reserved to="admins" />}
      <section className="card">
        <People
          group={groupOf(workspace.id, bots.data ?? [])}
          people={members.data}
          roles={roles}
          firstRole="MEMBER"
          grantable={canManage ? roles : []}
          myId={user.id}
          canManage={canManage}
          canSeeInvitations={roleCan(role, 'members.see')}
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

const listOf = (bots: readonly string[] | null) => bots && [...bots]
const rankOf = (role: string) => allRoles.indexOf(role as Role)

const groupOf = (workspaceId: string, bots: Choices): Group => ({
  id: `workspaces/${workspaceId}`,
  kind: 'members',
  invitations: () => api.listInvitations({ workspaceId }),
  invite: (email, role, inboxBots) =>
    api.createInvitation({ workspaceId, email, type: role as Role, inboxBots: listOf(inboxBots) }),
  agents: {
    bots,
    hasBots: (role) => hasInboxBots(role as Role),
    setBots: ({ userId, role }, inboxBots) =>
      api.updateMember({ workspaceId, userId, role: role as Role, inboxBots: listOf(inboxBots) }),
  },
  withdraw: (invitationId) => api.deleteInvitation({ workspaceId, invitationId }),
  items: (userId) => api.listItemsOfMember({ workspaceId, userId }),
  setRole: (userId, role, kept) => api.updateMember({ workspaceId, userId, role: role as Role, kept }),
  remove: (userId, kept) => api.deleteMember({ workspaceId, userId, kept: kept.join(',') }),
  isLower: (role, than) => rankOf(role) > rankOf(than),
})
