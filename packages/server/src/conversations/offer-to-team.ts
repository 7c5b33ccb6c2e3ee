import type { Hold, TeamChoice } from '@colloquy/storage'
import { holdOf } from '../sessions/hold.js'
import { nextMember } from '../turns/ask-person.js'
import type { HolderParts } from './change-holder.js'
import { change } from './change-holder.js'

const why = 'assigned'

/**
 * Lets the team of a conversation that waits in the queue give it to one of its members who is there, if it assigns by itself. If two processes
 * choose at once, the later one chooses again. `except`: a person who is away.
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
      if (!team || team.assignment === 'by-hand') return undefined
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
  if (choice) await inboxPresence.expect(workspaceId, choice.userId)
}
