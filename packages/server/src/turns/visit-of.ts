import type { CompiledFlow } from '@colloquy/engine'
import { type Visit, type VisitValues, valuesOfVisit } from '@colloquy/flow/result-fields'
import { readUrl } from '@colloquy/ports/urls'
import type { FastifyRequest } from 'fastify'
import type { Referrer } from '../http/allowed-origin.js'

/** Values of a visit of a contact who writes through a channel. */
export const messagingVisit = (channelType: string): VisitValues =>
  valuesOfVisit({ channel: channelType, header: () => undefined, prefilled: {} })

/** True if the settings of a bot allow it to record visits. */
export const recordsVisits = ({ settings }: Pick<CompiledFlow, 'settings'>): boolean =>
  settings.privacy?.isVisitRecorded !== false

/**
 * Returns what a request to start a chat says about the visitor; undefined if the visitor's browser asks not to be tracked.
 */
export function visitOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  from: Referrer,
  prefilled: Readonly<Record<string, unknown>> = {},
): VisitValues | undefined {
  if (headers['sec-gpc'] === '1' || headers.dnt === '1') return undefined
  const header = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' ? value : undefined
  }
  return valuesOfVisit({ ...channelOf(from, headers.referer), header, prefilled })
}

/** The page that embeds the chat, or the one with the link that led to the chat's own page. */
function channelOf(
  { origin, iframeReferrer, own }: Referrer,
  linkedFrom: string | undefined,
): Pick<Visit, 'channel' | 'host'> {
  if (origin === undefined) return { channel: 'api' }
  const hosts = [origin, iframeReferrer, linkedFrom].map(hostOf)
  if (hosts[0] === undefined) return { channel: undefined }
  const ownHosts = own.map(hostOf)
  const host = hosts.find((host) => host !== undefined && !ownHosts.includes(host))
  return host === undefined ? { channel: 'page' } : { channel: 'web', host }
}

function hostOf(address: string | undefined): string | undefined {
  const url = address === undefined ? undefined : readUrl(address)
  return url?.hostname.replace(/^www\./, '') || undefined
}
