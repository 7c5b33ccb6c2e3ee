/** Which conversations of a view are listed. The address of the page has it as its query. */
export interface ListFilter {
  botId?: string
  channel?: string
  teamId?: string
  /** Minutes that visitors have waited at least. */
  waiting?: number
}

export function filterOf(search: string): ListFilter {
  const query = new URLSearchParams(search)
  const [botId, channel, teamId] = [query.get('bot'), query.get('channel'), query.get('team')]
  const waiting = Number(query.get('waiting'))
  return {
    ...(botId && { botId }),
    ...(channel && { channel }),
    ...(teamId && { teamId }),
    ...(waiting > 0 && { waiting }),
  }
}

/** The query of an address, with its question mark; empty without a filter. */
export function queryOf({ botId, channel, teamId, waiting }: ListFilter): string {
  const query = new URLSearchParams({
    ...(botId !== undefined && { bot: botId }),
    ...(channel !== undefined && { channel }),
    ...(teamId !== undefined && { team: teamId }),
    ...(waiting !== undefined && { waiting: String(waiting) }),
  }).toString()
  return query === '' ? '' : `?${query}`
}
