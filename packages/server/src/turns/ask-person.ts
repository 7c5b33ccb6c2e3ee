import type { PersonOutcome } from '@colloquy/engine'
import type { AbsenceKind } from '@colloquy/flow'
import { type BusinessHours, isOpenAt, opensNextAt } from '@colloquy/flow/business-hours'
import type { Team, TeamMemberThere, Workspace } from '@colloquy/storage'
import type { TurnScope } from '../effects/effects.js'
import type { Needs } from '../service.js'

interface Asked {
  unless?: readonly AbsenceKind[]
  teamId?: string
}

/**
 * Asks for a person, of a team if the workspace has it. Does nothing without a visitor, or if the block has an exit for the reason why nobody can
 * answer.
 */
export async function askPerson(
  { storage, now }: Needs<'storage' | 'now'>,
  { unless = [], teamId }: Asked,
  { workspaceId, botId, mode }: Pick<TurnScope, 'workspaceId' | 'botId' | 'mode'>,
): Promise<PersonOutcome> {
  const team = teamId === undefined ? undefined : await storage.teams.get(workspaceId, teamId)
  const answer = mode === 'live' ? 'asked' : 'not asked'
  const asked = { answer, ...(team && { teamId: team.id }) } as const
  const time = now()
  if (unless.includes('outside-hours')) {
    const hours = await hoursOfTeam(storage, workspaceId, team)
    const opensAt = hours && opensNextAt(hours, time)
    const back = hours && { timeZone: hours.timeZone, ...(opensAt !== undefined && { opensAt }) }
    if (mode !== 'live') return { ...asked, ...back }
    if (hours && !isOpenAt(hours, time)) return { answer: 'absent', reason: 'outside-hours', ...back }
  }
  if (mode !== 'live' || !unless.includes('nobody-available')) return asked
  const isThere = team
    ? (await nextMember({ storage, now }, team, botId)) !== undefined
    : await storage.inboxPresence.isAnyoneThere(workspaceId, time - thereFor)
  return isThere ? asked : { answer: 'absent', reason: 'nobody-available' }
}

/** Milliseconds for which somebody is there who was seen in the inbox: a heartbeat of its stream is noted at least every 45 s. */
const thereFor = 75_000

/** The member of a team who is there, sees the conversations of a bot, and gets the next one; undefined if there is nobody. */
export async function nextMember(
  { storage, now }: Needs<'storage' | 'now'>,
  team: Team,
  botId: string,
  except?: string,
): Promise<TeamMemberThere | undefined> {
  const members = await membersThere({ storage, now }, team)
  return members.find(({ userId, inboxBots }) => userId !== except && (inboxBots?.includes(botId) ?? true))
}

/** The members of a team who are there, the one first who gets its next conversation. */
export const membersThere = (
  { storage, now }: Needs<'storage' | 'now'>,
  team: Team,
): Promise<readonly TeamMemberThere[]> => storage.teams.there(team, now() - thereFor)

/** True if a team answers now, by its business hours or those of its workspace. */
export async function isTeamOpen({ storage, now }: Needs<'storage' | 'now'>, team: Team): Promise<boolean> {
  const hours = await hoursOfTeam(storage, team.workspaceId, team)
  return !hours || isOpenAt(hours, now())
}

const hoursOfTeam = async (
  storage: Needs<'storage'>['storage'],
  workspaceId: string,
  team: Team | undefined,
): Promise<BusinessHours | undefined> => hoursOf(team?.businessHours ? team : await storage.workspaces.get(workspaceId))

/** The business hours of a workspace or a team; undefined if it has none. */
export const hoursOf = (owner: Pick<Workspace | Team, 'businessHours'> | undefined): BusinessHours | undefined =>
  owner?.businessHours ? JSON.parse(owner.businessHours) : undefined
