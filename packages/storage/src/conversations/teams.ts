/** Ways in which a team gets conversations: its people take them, or one who is there gets each, in turn or by open conversations. */
export const teamAssignments = ['by-hand', 'round-robin', 'least-busy'] as const
export type TeamAssignment = (typeof teamAssignments)[number]

/** Some of the people who answer in a workspace. */
export interface Team {
  id: string
  workspaceId: string
  name: string
  assignment: TeamAssignment
  /** When its people are there, as JSON; null: as those of the workspace. */
  businessHours: string | null
  /** Number of conversations that it has assigned by itself. */
  assigned: number
  createdAt: number
  updatedAt: number
}

export interface TeamWithMembers extends Team {
  memberIds: string[]
}

/** A member of a team who was seen in the inbox. */
export interface TeamMemberThere {
  userId: string
  name: string | null
  /** Bots whose conversations the person sees; null for those of all bots. */
  inboxBots: string[] | null
}

/** The member who gets the next conversation of a team. `assigned`: that of the team when it chose. */
export interface TeamChoice {
  teamId: string
  userId: string
  assigned: number
}

/** Teams of the people who answer in a workspace. Those who leave it, leave its teams. */
export interface TeamStore {
  /** By name. */
  list(workspaceId: string): Promise<TeamWithMembers[]>
  get(workspaceId: string, id: string): Promise<Team | undefined>
  /**
   * False (and nothing written) if one of the members may not answer in the workspace. Throws a `QuotaReachedError` if there are too many
   * teams.
   */
  create(team: Team, memberIds: readonly string[]): Promise<boolean>
  /**
   * Changes a team. Returns 'missing' if the workspace has no such team, and 'not a member' (with nothing written) if one of the members may
   * not answer in the workspace.
   */
  update(
    workspaceId: string,
    id: string,
    change: Partial<Pick<Team, 'name' | 'assignment' | 'businessHours'>>,
    options: { memberIds?: readonly string[] | undefined; now: number },
  ): Promise<TeamWithMembers | 'missing' | 'not a member'>
  /** Returns whether there was one. Its conversations are those of no team from then on. */
  delete(workspaceId: string, id: string): Promise<boolean>
  /** Teams of a member that assign by themselves and for which a conversation waits. */
  withWaiting(workspaceId: string, userId: string): Promise<Team[]>
  /**
   * Ids of the conversations that wait for a team and that it may assign, of these bots, those first that have waited longest. `now`: of sessions
   * that have not expired.
   */
  waiting(
    team: Pick<Team, 'id' | 'workspaceId'>,
    page: { botIds?: readonly string[] | undefined; now: number; limit: number },
  ): Promise<string[]>
  /** Members who were seen in the inbox since this time and may answer, the one first who gets the next conversation. */
  there(team: Pick<Team, 'id' | 'workspaceId' | 'assignment'>, since: number): Promise<TeamMemberThere[]>
}
