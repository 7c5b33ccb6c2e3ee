/** A link to the summary of a bot, for everybody who knows its token. */
export interface SummaryLink {
  id: string
  botId: string
  token: string
  /** JSON: which results count. */
  span: string
  /** Whether the page shows what visitors wrote. */
  showsTexts: boolean
  createdAt: number
  expiresAt: number | null
}

export interface SummaryLinkStore {
  /** Newest first. */
  list(botId: string): Promise<SummaryLink[]>
  /** `full` when the bot has `most` already. */
  create(link: SummaryLink, most: number): Promise<'created' | 'full'>
  findByToken(token: string): Promise<SummaryLink | undefined>
  /** Tells whether there was one. */
  delete(botId: string, id: string): Promise<boolean>
}
