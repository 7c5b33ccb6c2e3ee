import type { CustomDomain } from '@colloquy/storage'
import type { Service } from '../service.js'
import { recordsOf } from './domain-records.js'

export interface DomainState {
  /** Status of the TXT record. The DNS answer is not exposed, since it may come from an internal name server. */
  status: 'Valid Configuration' | 'Invalid Configuration' | 'Pending Verification' | 'Unknown Error'
  /** True if the CNAME record is set; undefined if the DNS did not answer. */
  leadsHere: boolean | undefined
}

/** Compares the records of a domain with those that its workspace was given. */
export async function lookUpDomain(
  service: Pick<Service, 'dns' | 'config' | 'secret'>,
  domain: Pick<CustomDomain, 'name' | 'workspaceId'>,
): Promise<DomainState> {
  const { text, alias } = recordsOf(service, domain)
  const [texts, aliases] = await Promise.all([service.dns.txt(text.name), service.dns.cname(domain.name)])
  return { status: statusOf(), leadsHere: leadsHere() }

  function statusOf(): DomainState['status'] {
    if (texts.kind === 'failed') return 'Unknown Error'
    if (texts.kind !== 'records') return 'Pending Verification'
    return texts.values.includes(text.value) ? 'Valid Configuration' : 'Invalid Configuration'
  }

  function leadsHere(): boolean | undefined {
    if (aliases.kind === 'failed') return undefined
    return aliases.kind === 'records' && aliases.values.some((value) => plainName(value) === alias?.value)
  }
}

const plainName = (name: string) => name.toLowerCase().replace(/\.$/, '')
