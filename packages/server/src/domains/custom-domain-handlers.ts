import { ApiError } from '@colloquy/api'
import type { ListedDomain, Workspace } from '@colloquy/storage'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import type { Needs } from '../service.js'
import { checkDomain } from './check-domain.js'
import { recordsOf } from './domain-records.js'
import { type DomainState, lookUpDomain } from './look-up-domain.js'

type CustomDomainHandlers = Handlers<
  'listCustomDomains' | 'createCustomDomain' | 'checkCustomDomain' | 'verifyCustomDomain' | 'deleteCustomDomain'
>

export const customDomainHandlers: CustomDomainHandlers = {
  async listCustomDomains(service, { workspace }) {
    const domains = await service.storage.customDomains.list(workspace.id)
    return { customDomains: domains.map((domain) => domainDocument(service, domain)) }
  },

  async createCustomDomain(service, { body, workspace }) {
    const createdAt = service.now()
    const expiresAt = createdAt + service.config.limits.domainClaimHours * 3_600_000
    const domain = { name: body.name, workspaceId: workspace.id, createdAt, verifiedAt: null, expiresAt }
    if ((await service.storage.customDomains.claim(domain)) === 'taken') throw new ApiError('domain_claimed')
    return { customDomain: domainDocument(service, { ...domain, isTaken: false }) }
  },

  async checkCustomDomain(service, { params, workspace }) {
    const domain = await domainIn(service, workspace, params.name)
    return checkDocument(service, domain, await lookUpDomain(service, domain))
  },

  async verifyCustomDomain(service, { params, workspace }) {
    const domain = await domainIn(service, workspace, params.name)
    const { state, change } = await checkDomain(service, domain)
    return checkDocument(service, { ...domain, ...change }, state)
  },

  async deleteCustomDomain(service, { params, workspace }) {
    if (!(await service.storage.customDomains.delete(workspace.id, params.name)))
      throw new ApiError('custom_domain_not_found')
    return { message: 'success' }
  },
}

async function domainIn({ storage }: Needs<'storage'>, workspace: Workspace, name: string) {
  const domain = await storage.customDomains.get(workspace.id, name)
  if (!domain) throw new ApiError('custom_domain_not_found')
  return domain
}

function checkDocument(service: Needs<'config' | 'secret'>, domain: ListedDomain, { status, leadsHere }: DomainState) {
  return { status, domainJson: { ...domainDocument(service, domain), leadsHere: leadsHere === true } }
}

function domainDocument(service: Needs<'config' | 'secret'>, domain: ListedDomain) {
  const { name, createdAt, verifiedAt, expiresAt, isTaken } = domain
  const { text, alias } = recordsOf(service, domain)
  return {
    name,
    createdAt: timestamp(createdAt),
    isVerified: verifiedAt !== null,
    isTaken,
    expiresAt: expiresAt === null ? null : timestamp(expiresAt),
    records: alias ? [text, alias] : [text],
  }
}
