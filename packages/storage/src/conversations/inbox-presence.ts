/** A person who has been away for as long as the workspace says. `awayAt` is the end of the lease of the process that has taken them. */
export interface AwayPerson {
  workspaceId: string
  userId: string
  awayAt: number
}

/** The people in the inboxes of workspaces. A workspace says after how many minutes somebody is away, or that nobody ever is. */
export interface InboxPresenceStore {
  /** Notes that a person is there. Returns the time at which they are away, if they are not seen before; undefined for never. */
  note(workspaceId: string, userId: string, now: number): Promise<number | undefined>
  /** Must be called when a conversation has been given to a person: they have the whole time to come, if they are away. Returns the same. */
  expect(workspaceId: string, userId: string, now: number): Promise<number | undefined>
  /** The same for a person who has conversations, such as one in which a visitor writes again. */
  expectAgain(workspaceId: string, userId: string, now: number): Promise<number | undefined>
  /** After another number of minutes: those who have open conversations have the whole time to come. Returns when the first one is away. */
  expectAll(workspaceId: string, now: number): Promise<number | undefined>
  /** True if somebody who may answer in the workspace was seen since this time. */
  isAnyoneThere(workspaceId: string, since: number): Promise<boolean>
  /** When the next person is away, except in these workspaces. */
  nextAwayAt(except: readonly string[]): Promise<number | undefined>
  /** Takes the person who has been away for the longest time, until `until`. */
  takeAway(now: number, until: number, except: readonly string[]): Promise<AwayPerson | undefined>
  /**
   * Ends the lease of a person who was taken, unless they were seen meanwhile. Returns when they are away again, if they have been given another
   * conversation meanwhile.
   */
  endAway(person: AwayPerson, now: number): Promise<number | undefined>
}
