import { createHmac } from 'node:crypto'
import type { CustomDomain } from '@colloquy/storage'
import type { Service } from '../service.js'

export interface DnsRecord {
  type: 'TXT' | 'CNAME'
  name: string
  value: string
}

/**
 * Returns the DNS records of a domain: the TXT record proves that it belongs to the workspace, the CNAME record directs visitors here.
 * Without a public address no domain is served, and there is no CNAME record to set.
 */
export function recordsOf(
  { config, secret }: Pick<Service, 'config' | 'secret'>,
  { name, workspaceId }: Pick<CustomDomain, 'name' | 'workspaceId'>,
): { text: DnsRecord; alias?: DnsRecord } {
  const token = createHmac('sha256', secret).update(`domain\0${name}\0${workspaceId}`).digest('hex').slice(0, 32)
  const text: DnsRecord = { type: 'TXT', name: `_colloquy.${name}`, value: `colloquy-verification=${token}` }
  if (config.publicUrl === undefined) return { text }
  return { text, alias: { type: 'CNAME', name, value: new URL(config.publicUrl).hostname } }
}
