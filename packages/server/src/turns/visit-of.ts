import type { CompiledFlow } from '@colloquy/engine'
import { readUrl } from '@colloquy/ports/urls'
import type { Device } from '@colloquy/storage'
import type { FastifyRequest } from 'fastify'
import type { Referrer } from '../http/allowed-origin.js'

/** Source of a visit, and kind of device; null when unknown. */
export interface Visit {
  /** One of `sourceNames`, or `web:` with the host of a page, or `utm:` with the source and the medium of a campaign. */
  source: string | null
  device: Device | null
}

/** Visit of a contact who writes from a messaging app. */
export const messagingVisit: Visit = { source: 'whatsapp', device: null }

/** True if the settings of a bot allow it to record visits. */
export const recordsVisits = ({ settings }: Pick<CompiledFlow, 'settings'>): boolean =>
  settings.privacy?.isVisitRecorded !== false

/** Extracts the visit from a request to start a chat. Empty for a visitor whose browser asks not to be tracked. */
export function visitOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  from: Referrer,
  prefilled: Readonly<Record<string, unknown>> = {},
): Visit {
  if (headers['sec-gpc'] === '1' || headers.dnt === '1') return { source: null, device: null }
  return {
    source: campaignOf(prefilled) ?? pageOf(from, headers.referer),
    device: deviceOf(headers['user-agent'], headers['sec-ch-ua-mobile'] === '?1'),
  }
}

/** Determines the kind of device from the user agent of its browser. Apple's tablets identify as computers. */
function deviceOf(agent = '', isMobile: boolean): Device | null {
  if (!/^(?:Mozilla|Opera)\//.test(agent) || /bot\b|crawl|spider/i.test(agent)) return null
  if (/iPad|Tablet|PlayBook|Kindle|Silk/i.test(agent)) return 'tablet'
  if (isMobile || /Mobi|iPhone|iPod|Opera Mini/i.test(agent)) return 'phone'
  return /Android/i.test(agent) ? 'tablet' : 'computer'
}

function campaignOf(prefilled: Readonly<Record<string, unknown>>): string | undefined {
  const [source, medium] = [prefilled.utm_source, prefilled.utm_medium].map(shortText)
  return source ? `utm:${[source, medium].filter(Boolean).join(' / ')}` : undefined
}

/** The page that embeds the chat, or the one with the link that led to the chat's own page. */
function pageOf({ origin, iframeReferrer, own }: Referrer, linkedFrom: string | undefined): string | null {
  if (origin === undefined) return 'api'
  const hosts = [origin, iframeReferrer, linkedFrom].map(hostOf)
  if (hosts[0] === undefined) return null
  const ownHosts = own.map(hostOf)
  const other = hosts.find((host) => host !== undefined && !ownHosts.includes(host))
  return other === undefined ? 'page' : `web:${shortText(other)}`
}

function hostOf(address: string | undefined): string | undefined {
  const url = address === undefined ? undefined : readUrl(address)
  return url?.hostname.replace(/^www\./, '') || undefined
}

/** Removes invisible characters. */
const shortText = (text: unknown): string =>
  typeof text === 'string' ? text.slice(0, 100).replace(/\p{C}/gu, '').trim() : ''
