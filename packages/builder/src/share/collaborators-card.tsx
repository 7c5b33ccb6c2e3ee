import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useStudio } from '../bot/studio.js'
import { People } from '../people/people.js'
import { request } from '../service/request.js'

const roles = [
  ['READ', 'May look'],
  ['WRITE', 'May edit'],
  ['FULL_ACCESS', 'May edit and share'],
] as const

/** Guests with whom this one bot is shared. */
export function CollaboratorsCard() {
  const { bot } = useStudio()
  const queries = useQueryClient()
  const key = ['collaborators', bot.id]
  const me = useQuery({ queryKey: ['sign-in'], queryFn: () => request<'getSignIn'>('GET', 'sign-in') })
  const opened = useQuery({ queryKey: ['bot', bot.id], queryFn: () => request<'getBot'>('GET', `bots/${bot.id}`) })
  const people = useQuery({
    queryKey: key,
    queryFn: () => request<'listCollaborators'>('GET', `bots/${bot.id}/collaborators`),
    select: (answer) =>
      answer.collaborators.map(({ userId, type, user: { name, email } }) => ({ userId, role: type, name, email })),
  })
  return (
    <section className="card">
      <div>
        <h2>People</h2>
        <p className="soft">Members of the workspace see all of its bots. Share this one with others here.</p>
      </div>
      {people.error && <p className="notice danger">{people.error.message}</p>}
      <People
        of={`bots/${bot.id}`}
        kind="collaborators"
        people={people.data}
        roles={roles}
        firstRole="WRITE"
        myId={me.data?.user.id ?? ''}
        canManage={opened.data?.currentUserMode === 'write'}
        onChange={() => queries.invalidateQueries({ queryKey: key })}
      />
    </section>
  )
}
