import { readUrl } from '../read-url.js'
import { classifyAddress } from './classify-address.js'

/**
 * Reads `EGRESS_ALLOW`: entries `host:port`, `address:port` or `[address]:port`, separated by commas or spaces. An entry opens what an
 * author writes with exactly this host and port, and nothing else: a name does not open its address, nor an address its names.
 */
export function readEgressAllow(text: string): EgressAllow {
  const entries = text.split(/[\s,]+/).filter(Boolean)
  const allow: string[] = []
  for (const entry of entries) {
    const read = readEntry(entry)
    if ('problem' in read) return { kind: 'wrong', problem: read.problem }
    allow.push(read.entry)
  }
  return { kind: 'allow', allow }
}

export type EgressAllow = { kind: 'allow'; allow: string[] } | { kind: 'wrong'; problem: string }

/** The entry that would open this address: its host as the URL standard writes it, with the port always there. */
export function allowEntryOf(url: URL): string {
  return `${url.hostname.replace(/\.$/, '')}:${portOf(url)}`
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

/** The host of an address as a name server or a socket takes it: no brackets, no dot of a complete name. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function readEntry(entry: string): { entry: string } | { problem: string } {
  const [, host, digits] = /^(\[[^\]]+\]|[^:/@?#\\]+):(\d{1,5})$/.exec(entry) ?? []
  const port = Number(digits)
  const url = readUrl(`http://${host}:${port}/`)
  if (host === undefined || port < 1 || port > 65535 || url === undefined) return { problem: expected }
  const { hostname } = url
  if (!/^([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[.+\])$/.test(hostname)) return { problem: expected }
  const address = hostname.replace(/^\[|\]$/g, '')
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  if (isAddress && classifyAddress(address) === 'closed') {
    return { problem: `${address} can never be called; ${expected}` }
  }
  return { entry: `${hostname}:${port}` }
}

const expected = 'host:port or address:port with a port from 1 to 65535, separated by commas, such as crm.internal:8080'
