import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useStudio } from '../editor/studio.js'
import { useBelonging } from '../editor/use-belonging.js'
import { t } from '../i18n/i18n.js'
import { People } from '../people/people.js'
import { request } from '../service/request.js'

const roles = [
  ['READ', t('Viewer')],
  ['WRITE', t('Editor')],
  ['FULL_ACCESS', t('Manager')],
] as const

/** Who may edit and not share gives no more than they have. */
const lessThanAll = roles.filter(([role]) => role !== 'FULL_ACCESS')

/** Guests with whom this one bot is shared. */
export function CollaboratorsCard() {
  const { bot, access } = useStudio()
  const { isMember } = useBelonging()
  const queries = useQueryClient()
  const key = ['collaborators', bot.id]
  const me = useQuery({ queryKey: ['sign-in'], queryFn: () => request<'getSignIn'>('GET', 'sign-in') })
  const people = useQuery({
    queryKey: key,
    queryFn: () => request<'listCollaborators'>('GET', `bots/${bot.id}/collaborators`),
    select: (answer) => answer.collaborators.map(({ userId, type, user }) => ({ userId, role: type, ...user })),
  })
  const myId = me.data?.user.id ?? ''
  const isInstanceAdmin = me.data?.user.isAdmin === true
  const canManage =
    isMember || people.data?.some(({ userId, role }) => userId === myId && role === 'FULL_ACCESS') === true
  return (
    <section className="card">
      <div>
        <h2>{t('People')}</h2>
        <p className="soft">
          {access === 'write'
            ? t('Members of the workspace see all of its bots. Invite others to this one here.')
            : t('Members of the workspace see all of its bots. This one is shared with you.')}
        </p>
      </div>
      {people.error && <p className="notice danger">{people.error.message}</p>}
      <People
        of={`bots/${bot.id}`}
        kind="collaborators"
        people={people.data}
        roles={roles}
        firstRole="WRITE"
        grantable={canManage ? roles : access === 'write' ? lessThanAll : []}
        myId={myId}
        canManage={canManage}
        canSeeInvitations={isMember || isInstanceAdmin || access === 'write'}
        canConfirm={isInstanceAdmin}
        onChange={() => queries.invalidateQueries({ queryKey: key })}
      />
    </section>
  )
}
