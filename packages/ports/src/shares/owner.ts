/** The workspace, and the bot in it, that scripts, calls and emails are made for. */
export interface Owner {
  readonly workspaceId: string
  /** Left out for work of a workspace that belongs to none of its bots, such as a connection test. */
  readonly botId?: string
  /** The account at a service that the work is done with, if the work of one account is limited: its credentials. */
  readonly accountId?: string
}

/** The owner of work that the service does for itself, such as emails with invitations. */
export const instanceOwner: Owner = { workspaceId: '' }
