/**
 * An item that a person made and that acts later or for others, in their name: a public link to a summary, emails with it, a scheduled
 * deployment, the promotion of an experiment's winner, an invitation. It acts only while that person still has the right.
 */
export interface StandingItem {
  kind: StandingKind
  id: string
  workspaceId: string
  /** Null for an invitation to the workspace. */
  botId: string | null
  botName: string | null
  /** Email address of a recipient or an invited person, or the name of an experiment; null for the other kinds. */
  title: string | null
  /** The role or share that an invitation offers; null for the other kinds. */
  offer: string | null
  createdAt: number
  /** Time of a scheduled deployment or of the next email, or at which a link or an invitation expires; null if there is none. */
  at: number | null
}

/** Ids are unique within a kind. */
export type StandingItemId = Pick<StandingItem, 'kind' | 'id'>

export type StandingKind = 'summaryLink' | 'summaryMail' | 'deployment' | 'promotion' | 'invitation'

/** The items of a person that end, or get another author, when rights of the person end. Items that somebody else made stay as they are. */
export interface EndOfItems {
  /** Ends them: deletes them, or turns them off. */
  ended: readonly StandingItemId[]
  /** Continue in the name of `newAuthorId`. */
  kept: readonly StandingItemId[]
  newAuthorId: string
}

export interface StandingItemStore {
  /** Items that a person made in a workspace and that still act, oldest first. */
  list(workspaceId: string, authorId: string, now: number): Promise<StandingItem[]>
  /** Ends an item: deletes it, or turns it off. False if it is gone. */
  revoke(item: StandingItemId): Promise<boolean>
}
