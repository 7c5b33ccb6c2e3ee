import { permissionToOffer, type ShareType, shareTypes } from '@colloquy/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { type Group, People } from '../people/people.js'
import { api } from '../service/api.js'

const roles = [
  ['READ', t('Viewer')],
  ['WRITE', t('Editor')],
  ['FULL_ACCESS', t('Manager')],
] as const

/** Guests with whom this bot alone is shared. */
export function CollaboratorsCard() {
  const { bot, can } = useBotEditor()
  const queries = useQueryClient()
  const key = ['collaborators', bot.id]
  const me = useQuery({ queryKey: ['sign-in'], queryFn: () => api.getSignIn() })
  const people = useQuery({
    queryKey: key,
    queryFn: () => api.listCollaborators({ botId: bot.id }),
    select: (answer) => answer.collaborators.map(({ userId, type, user }) => ({ userId, role: type, ...user })),
  })
  const myId = me.data?.user.id ?? ''
  const isInstanceAdmin = me.data?.user.isAdmin === true
  return (
    <section className="card">
      <div>
        <h2>{t('People')}</h2>
        <p className="soft">
          {can('bot.invite')
            ? t('Members of the workspace see all of its bots. Invite others to this one here.')
            : t('Members of the workspace see all of its bots. This one is shared with you.')}
        </p>
      </div>
      {people.error && <p className="notice danger">{people.error.message}</p>}
      <People
        group={groupOf(bot.id)}
        people={people.data}
        roles={roles}
        firstRole="WRITE"
        grantable={roles.filter(([type]) => can(permissionToOffer[type]))}
        myId={myId}
        canManage={can('bot.manageSharing')}
        canSeeInvitations={can('bot.seePeople')}
        canConfirm={isInstanceAdmin}
        onChange={() => queries.invalidateQueries({ queryKey: key })}
      />
    </section>
  )
}

const rankOf = (type: string) => shareTypes.indexOf(type as ShareType)

const groupOf = (botId: string): Group => ({
  id: `bots/${botId}`,
  kind: 'collaborators',
  invitations: () => api.listBotInvitations({ botId }),
  invite: (email, role) => api.createBotInvitation({ botId, email, type: role as ShareType }),
  withdraw: (invitationId) => api.deleteBotInvitation({ botId, invitationId }),
  items: (userId) => api.listItemsOfCollaborator({ botId, userId }),
  setRole: (userId, role, kept) => api.updateCollaborator({ botId, userId, type: role as ShareType, kept }),
  remove: (userId, kept) => api.deleteCollaborator({ botId, userId, kept: kept.join(',') }),
  isLower: (role, than) => rankOf(role) < rankOf(than),
})
