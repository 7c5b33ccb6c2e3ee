import { ApiError } from '@colloquy/api'
import type { BusinessHours } from '@colloquy/flow/business-hours'
import type { TeamWithMembers } from '@colloquy/storage'
import type { Handlers } from '../http/handler.js'
import { newId } from '../ids.js'
import { hoursOf } from '../turns/ask-person.js'

export const teamHandlers: Handlers<'listTeams' | 'createTeam' | 'updateTeam' | 'deleteTeam'> = {
  async listTeams({ storage }, { workspace }) {
    return { teams: (await storage.teams.list(workspace.id)).map(teamDocument) }
  },

  async createTeam({ storage, now }, { body: { memberIds, businessHours, ...rest }, workspace }) {
    const at = now()
    const times = { createdAt: at, updatedAt: at }
    const team = { ...rest, id: newId(), workspaceId: workspace.id, businessHours: stored(businessHours), assigned: 0 }
    if (!(await storage.teams.create({ ...team, ...times }, memberIds))) throw new ApiError('member_not_found')
    return { team: teamDocument({ ...team, ...times, memberIds }) }
  },

  async updateTeam({ storage, now }, { body: { memberIds, businessHours, ...rest }, params: { teamId }, workspace }) {
    const change = { ...rest, ...(businessHours !== undefined && { businessHours: stored(businessHours) }) }
    const team = await storage.teams.update(workspace.id, teamId, change, { memberIds, now: now() })
    if (team === 'missing') throw new ApiError('team_not_found')
    if (team === 'not a member') throw new ApiError('member_not_found')
    return { team: teamDocument(team) }
  },

  async deleteTeam({ storage }, { params: { teamId }, workspace }) {
    if (!(await storage.teams.delete(workspace.id, teamId))) throw new ApiError('team_not_found')
    return { message: 'success' }
  },
}

const stored = (hours: BusinessHours | null): string | null => hours && JSON.stringify(hours)

function teamDocument(team: TeamWithMembers) {
  const { id, name, memberIds, assignment } = team
  const hours = hoursOf(team)
  const businessHours = hours ? { ...hours, ranges: [...hours.ranges], holidays: [...hours.holidays] } : null
  return { id, name, memberIds, assignment, businessHours }
}
