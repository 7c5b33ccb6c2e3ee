import { useQuery, useQueryClient } from '@tanstack/react-query'
import { People } from '../people/people.js'
import { request } from '../service/request.js'
import { Reserved } from './reserved.js'
import type { SectionProps } from './section.js'

const roles = [
  ['ADMIN', 'Admin'],
  ['MEMBER', 'Member'],
  ['GUEST', 'Guest'],
] as const

/** Who belongs to the workspace, and who is invited. */
export function Members({ workspace, user, role }: SectionProps) {
  const queries = useQueryClient()
  const key = ['members', workspace.id]
  const members = useQuery({
    queryKey: key,
    queryFn: () => request<'listMembers'>('GET', `workspaces/${workspace.id}/members`),
    select: (answer) =>
      answer.members.map(({ userId, role, user: { name, email } }) => ({ userId, role, name, email })),
  })
  const isAdmin = role === 'ADMIN'
  return (
    <>
      <h1>Members</h1>
      <p className="soft">
        Admins look after the workspace, members make and change all of its bots, guests see only bots that are shared
        with them.
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
