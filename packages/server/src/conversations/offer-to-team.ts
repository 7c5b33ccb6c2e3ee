import { ApiError } from '@colloquy/api'
import type { Hold, TeamChoice } from '@colloquy/storage'
import { holdOf } from '../sessions/hold.js'
import { isTeamOpen, nextMember } from '../turns/ask-person.js'
import { change, type HolderParts } from './change-holder.js'

const why = 'assigned'

/**
 * Lets the team of a conversation that waits in the queue give it to one of its members who is there, if it assigns by itself and within its
 * business hours. If two processes choose at once, the later one chooses again. `except`: a person who is away.
 */
export async function offerToTeam(service: HolderParts, sessionId: string, except?: string): Promise<void> {
  const { storage, inboxPresence, now } = service
  let choice: TeamChoice | undefined
  const { workspaceId } = await change(
    service,
    sessionId,
    async (row) => {
      choice = undefined
      const current = holdOf(row)
      if (current?.by !== 'queue') return undefined
      const { teamId } = (await storage.conversations.get(row.workspaceId, sessionId)) ?? {}
      const team = teamId ? await storage.teams.get(row.workspaceId, teamId) : undefined
      if (!team || team.assignment === 'by-hand' || !(await isTeamOpen(service, team))) return undefined
      const member = await nextMember(service, team, row.botId, except)
      if (!member) return undefined
      const { userId, name } = member
      const by = { who: userId, ...(name && { name }), why }
      // Messages that the bot said before it asked are still sent.
      const { isAsked } = current
      const held: Hold = { by: 'person', ...by, since: now(), ...(isAsked && { isAsked }) }
      choice = { teamId: team.id, userId, assigned: team.assigned }
      return { held: JSON.stringify(held), by, choice }
    },
    { why },
  )
  if (!choice) return
  service.metrics.conversationAssigned()
  await inboxPresence.expect(workspaceId, choice.userId)
}

/** Changes a conversation, which may have ended meanwhile. */
export async function ifRunning(change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
