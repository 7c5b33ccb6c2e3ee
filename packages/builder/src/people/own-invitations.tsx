import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { dayOf } from '../design/dates.js'
import { showError } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { offers } from './offers.js'
import './people.css'

type OwnInvitation = Answer<'listOwnInvitations'>['invitations'][number]

/** The invitations that somebody can accept; nothing while there are none. */
export function OwnInvitations() {
  const queries = useQueryClient()
  const [, go] = useLocation()
  const { data } = useQuery({
    queryKey: ['own-invitations'],
    queryFn: () => api.listOwnInvitations(),
    select: (answer) => answer.invitations,
  })
  if (!data?.length) return null
  const refresh = () =>
    Promise.all(['own-invitations', 'workspaces', 'bots'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  const accept = async ({ id }: OwnInvitation) => {
    const { workspaceId, botId } = await api.acceptOwnInvitation({ invitationId: id })
    await refresh()
    go(botId ? `/bots/${botId}` : `/workspaces/${workspaceId}`)
  }
  const decline = async ({ id }: OwnInvitation) => {
    await api.declineOwnInvitation({ invitationId: id })
    await refresh()
  }
  return (
    <section className="card own-invitations" aria-label={t('Invitations')}>
      <h2>{t('Invitations')}</h2>
      <ul className="rows">
        {data.map((invitation) => {
          const { id, workspaceName, botName, type, expiresAt } = invitation
          const name = botName ?? workspaceName
          return (
            <li key={id}>
              <span className="grow">
                <strong className="cut">{name}</strong>
                <span className="faint">
                  {botName === undefined
                    ? t('Workspace, {offers}. Expires {day}.', { offers: offers[type], day: dayOf(expiresAt) })
                    : t('Bot in {workspaceName}, {offers}. Expires {day}.', {
                        workspaceName,
                        offers: offers[type],
                        day: dayOf(expiresAt),
                      })}
                </span>
              </span>
              <span className="person-actions">
                <button
                  type="button"
                  className="button small"
                  aria-label={t('Decline the invitation to {name}', { name })}
                  onClick={() => void decline(invitation).catch(showError)}
                >
                  {t('Decline')}
                </button>
                <button
                  type="button"
                  className="button small primary"
                  aria-label={t('Accept the invitation to {name}', { name })}
                  onClick={() => void accept(invitation).catch(showError)}
                >
                  {t('Accept')}
                </button>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
