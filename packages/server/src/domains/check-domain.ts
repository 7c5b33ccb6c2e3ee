import type { CustomDomain } from '@colloquy/storage'
import type { Service } from '../service.js'
import { type DomainState, lookUpDomain } from './look-up-domain.js'

type Needs = Pick<Service, 'storage' | 'dns' | 'config' | 'secret' | 'now'>

const hour = 3_600_000

/** Outcome of a check, and what it changed in the domain. */
interface CheckedDomain {
  state: DomainState
  change: { verifiedAt?: number; expiresAt?: number | null; isTaken?: true }
}

/**
 * Looks up a domain and stores the outcome: the TXT record verifies it, unless another workspace has verified it. A verified domain stays
 * verified while the TXT record exists or the domain points here, and for `domainGraceHours` afterwards; a DNS failure changes nothing.
 */
export async function checkDomain(service: Needs, domain: CustomDomain): Promise<CheckedDomain> {
  const { storage, config, now } = service
  const { name, workspaceId, verifiedAt, expiresAt } = domain
  const state = await lookUpDomain(service, domain)
  if (state.status === 'Valid Configuration') {
    const at = now()
    const outcome = await storage.customDomains.markVerified(workspaceId, name, at)
    return {
      state,
      change: outcome === 'taken' ? { isTaken: true } : { verifiedAt: verifiedAt ?? at, expiresAt: null },
    }
  }
  if (verifiedAt === null) return { state, change: {} }
  const isUnproven = state.status !== 'Unknown Error' && state.leadsHere === false
  const ends = isUnproven
    ? (expiresAt ?? now() + config.limits.domainGraceHours * hour)
    : state.leadsHere
      ? null
      : expiresAt
  if (ends !== expiresAt) await storage.customDomains.setExpiry(workspaceId, name, ends)
  return { state, change: { expiresAt: ends } }
}

/** Checks the domains of all workspaces one by one, and ends expired claims. */
export async function checkDomains(service: Needs & Pick<Service, 'metrics'>): Promise<void> {
  const { storage, config, now, metrics } = service
  for (const domain of await storage.customDomains.listAll()) await checkDomain(service, domain)
  const { removed, lapsed } = await storage.customDomains.expire(now(), now() + config.limits.domainClaimHours * hour)
  for (let count = 0; count < removed; count++) metrics.limitReached('domainClaimHours')
  for (let count = 0; count < lapsed; count++) metrics.limitReached('domainGraceHours')
}
