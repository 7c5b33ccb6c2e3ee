/** A link to the summary of a bot, for everybody who knows its token. */
export interface SummaryLink {
  id: string
  botId: string
  token: string
  /** The person who made it, in whose name it shows the summary; null if it is older than this column. */
  authorId: string | null
  /** JSON: the results that are included. */
  span: string
  /** True if the page shows texts that visitors wrote. */
  showsTexts: boolean
  createdAt: number
  expiresAt: number | null
}

export interface SummaryLinkStore {
  /** Newest first. */
  list(botId: string): Promise<SummaryLink[]>
  /** Returns `full`, and creates nothing, if the bot already has `max` links. */
  create(link: SummaryLink, max: number): Promise<'created' | 'full'>
  findByToken(token: string): Promise<SummaryLink | undefined>
  /** Returns false if there was none. */
  delete(botId: string, id: string): Promise<boolean>
}
