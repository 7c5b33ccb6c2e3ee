import { createHmac } from 'node:crypto'
import type { DnsResolver } from '../ports/egress/dns-records.js'

type Status =
  | 'Valid Configuration'
  | 'Invalid Configuration'
  | 'Domain Not Found'
  | 'Pending Verification'
  | 'Unknown Error'
type RecordType = 'TXT' | 'CNAME'

export interface DomainState {
  status: Status
  expected: { type: RecordType; name: string; value: string }[]
  found: { type: RecordType; value: string }[]
}

/**
 * Whether a domain is the workspace's: its DNS has a text that only that workspace was told, or it is an alias of our own host.
 * An alias of somewhere else is a wrong configuration; no record at all may just not be known everywhere yet.
 */
export async function verifyDomain(
  dns: DnsResolver,
  { name, workspaceId, host, secret }: { name: string; workspaceId: string; host: string; secret: string },
): Promise<DomainState> {
  const proof = `colloquy-verification=${proofOf(secret, name, workspaceId)}`
  const textName = `_colloquy.${name}`
  const expected: DomainState['expected'] = [
    { type: 'CNAME', name, value: host },
    { type: 'TXT', name: textName, value: proof },
  ]
  const [alias, text] = await Promise.all([dns.cname(name), dns.txt(textName)])
  const aliases = alias.kind === 'records' ? alias.values.map((value) => value.toLowerCase().replace(/\.$/, '')) : []
  const texts = text.kind === 'records' ? text.values : []
  const found: DomainState['found'] = [
    ...aliases.map((value) => ({ type: 'CNAME' as const, value })),
    ...texts.map((value) => ({ type: 'TXT' as const, value })),
  ]
  return { status: statusOf(), expected, found }

  function statusOf(): Status {
    if (aliases.includes(host) || texts.includes(proof)) return 'Valid Configuration'
    if (found.length > 0) return 'Invalid Configuration'
    if (alias.kind === 'failed' || text.kind === 'failed') return 'Unknown Error'
    return alias.kind === 'unknown name' ? 'Domain Not Found' : 'Pending Verification'
  }
}

function proofOf(secret: string, name: string, workspaceId: string): string {
  return createHmac('sha256', secret).update(`domain\0${name}\0${workspaceId}`).digest('hex').slice(0, 32)
}
