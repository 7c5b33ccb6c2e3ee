/** Facts about a visitor who starts a chat. */
export interface Visit {
  /** `page` for the chat's own page, `web` for another page, `api`, or a messaging app; undefined if it is unknown. */
  channel: string | undefined
  /** Host of the page that embeds the chat or links to it, without `www.`; undefined unless the channel is `web`. */
  host?: string | undefined
  /** Reads a header of the request, by its name in lower case. */
  header(name: string): string | undefined
  /** Variables that the page or link gives. */
  prefilled: Readonly<Record<string, unknown>>
}

export type Device = 'phone' | 'tablet' | 'computer'

/** Source of a visit: the campaign, the page around the chat or with the link to it, or the channel. */
export function sourceOf({ channel, host, prefilled }: Visit): string | null {
  const [source, medium] = [prefilled.utm_source, prefilled.utm_medium].map((text) => shortText(text))
  if (source) return `utm:${[source, medium].filter(Boolean).join(' / ')}`
  return channel === 'web' ? `web:${shortText(host)}` : (channel ?? null)
}

/** Determines the kind of device from the user agent of its browser. Apple's tablets identify as computers. */
export function deviceOf({ header }: Visit): Device | null {
  const agent = header('user-agent') ?? ''
  if (!/^(?:Mozilla|Opera)\//.test(agent) || /bot\b|crawl|spider/i.test(agent)) return null
  if (/iPad|Tablet|PlayBook|Kindle|Silk/i.test(agent)) return 'tablet'
  if (header('sec-ch-ua-mobile') === '?1' || /Mobi|iPhone|iPod|Opera Mini/i.test(agent)) return 'phone'
  return /Android/i.test(agent) ? 'tablet' : 'computer'
}

/** A text without invisible characters, of at most that many characters; other values become the empty text. */
export const shortText = (text: unknown, maxLength = 100): string =>
  typeof text === 'string' ? text.slice(0, maxLength).replace(/\p{C}/gu, '').trim() : ''
