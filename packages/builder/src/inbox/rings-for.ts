import type { Conversation, Team } from './conversation.js'

/** True if a visitor who waits is reported to a user: they wait for the user, or for anybody of the user's teams or of none. */
export function ringsFor(
  { state, assigneeId, teamId }: Pick<Conversation, 'state' | 'assigneeId' | 'teamId'>,
  userId: string,
  teams: readonly Team[],
): boolean {
  if (state !== 'open') return false
  if (assigneeId !== null) return assigneeId === userId
  const team = teams.find(({ id }) => id === teamId)
  return team?.memberIds.includes(userId) ?? true
}
