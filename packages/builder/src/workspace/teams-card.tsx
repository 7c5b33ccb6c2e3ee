import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Confirm } from '../design/confirm.js'
import { ErrorNotice } from '../design/error-notice.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { assignmentNames, newTeam, type Team, TeamDialog } from './team-dialog.js'

interface TeamsCardProps {
  workspaceId: string
  isAdmin: boolean
}

/** Teams of the people who answer in the inbox. */
export function TeamsCard({ workspaceId, isAdmin }: TeamsCardProps) {
  const queries = useQueryClient()
  const queryKey = ['teams', workspaceId]
  const { data, error } = useQuery({ queryKey, queryFn: () => api.listTeams({ workspaceId }) })
  const [edited, setEdited] = useState<Team>()
  const [deleted, setDeleted] = useState<Team>()
  const teams = data?.teams ?? []
  const refresh = () => queries.invalidateQueries({ queryKey })
  return (
    <section className="card">
      <div>
        <h2>{t('Teams')}</h2>
        <p className="soft">
          {t('A block that asks for a person can name a team: its people answer, and its hours count.')}
        </p>
      </div>
      <ErrorNotice error={error ?? undefined} />
      {data && teams.length === 0 && <p className="faint">{t('There are no teams yet.')}</p>}
      {teams.length > 0 && (
        <ul className="rows">
          {teams.map((team) => (
            <li key={team.id}>
              <span className="grow">
                <strong className="cut">{team.name}</strong>
                <span className="faint">
                  {t('{count, plural, =0 {Nobody} one {# person} other {# people}}', { count: team.memberIds.length })}{' '}
                  · {assignmentNames[team.assignment]}
                  {team.businessHours && <> · {t('Own business hours')}</>}
                </span>
              </span>
              {isAdmin && (
                <>
                  <button
                    type="button"
                    className="button plain icon-only"
                    aria-label={t('Edit {name}', { name: team.name })}
                    onClick={() => setEdited(team)}
                  >
                    <Pencil size={15} />
                  </button>
                  <button
                    type="button"
                    className="button plain icon-only"
                    aria-label={t('Delete {name}', { name: team.name })}
                    onClick={() => setDeleted(team)}
                  >
                    <Trash2 size={15} />
                  </button>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdmin && (
        <div className="card-foot">
          <button type="button" className="button" onClick={() => setEdited(newTeam)}>
            <Plus size={15} aria-hidden /> {t('Add team')}
          </button>
        </div>
      )}
      {edited && (
        <TeamDialog workspaceId={workspaceId} team={edited} onSaved={refresh} onClose={() => setEdited(undefined)} />
      )}
      {deleted && (
        <Confirm
          title={t('Delete the team {name}?', { name: deleted.name })}
          text={t('Its conversations stay, for anybody. Blocks that name it ask anybody, too.')}
          action={t('Delete')}
          onConfirm={async () => {
            await api.deleteTeam({ workspaceId, teamId: deleted.id })
            await refresh()
          }}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </section>
  )
}
