/** The workspace, and the bot in it, that scripts, calls and emails are made for. */
export interface Owner {
  readonly workspaceId: string
  /** Left out for work of a workspace that belongs to none of its bots, such as a connection test. */
  readonly botId?: string
}

/** The owner of work that the service does for itself, such as emails with invitations. */
export const instanceOwner: Owner = { workspaceId: '' }
