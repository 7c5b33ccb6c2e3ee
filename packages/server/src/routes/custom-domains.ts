import { ApiError } from '@colloquy/api'
import type { CustomDomain } from '@colloquy/storage'
import { visibleWorkspace, writableWorkspace } from '../access.js'
import { verifyDomain } from '../domains/verify-domain.js'
import type { Handlers } from '../handler.js'
import { publicUrl } from '../public-url.js'
import { timestamp } from '../timestamp.js'

type CustomDomainHandlers = Handlers<
  'listCustomDomains' | 'createCustomDomain' | 'verifyCustomDomain' | 'deleteCustomDomain'
>

export const customDomainHandlers: CustomDomainHandlers = {
  async listCustomDomains(service, { caller, query }) {
    const { workspace } = await visibleWorkspace(service.storage, caller, query.workspaceId)
    return { customDomains: (await service.storage.customDomains.list(workspace.id)).map(domainDocument) }
  },

  async createCustomDomain(service, { caller, body }) {
    const workspace = await writableWorkspace(service.storage, caller, body.workspaceId)
    const domain = { name: body.name, workspaceId: workspace.id, createdAt: service.now(), verifiedAt: null }
    if ((await service.storage.customDomains.claim(domain)) === 'taken') throw new ApiError('domain_claimed')
    return { customDomain: domainDocument(domain) }
  },

  async verifyCustomDomain(service, { caller, params, query, request }) {
    const workspace = await writableWorkspace(service.storage, caller, query.workspaceId)
    const { customDomains } = service.storage
    const domain = await customDomains.get(workspace.id, params.name)
    if (!domain) throw new ApiError('custom_domain_not_found')
    const { hostname: host } = new URL(publicUrl(service, request))
    const place = { name: domain.name, workspaceId: workspace.id, host, secret: service.secret }
    const { status, ...records } = await verifyDomain(service.dns, place)
    const isVerified = domain.verifiedAt !== null || status === 'Valid Configuration'
    if (isVerified && domain.verifiedAt === null)
      await customDomains.markVerified(workspace.id, domain.name, service.now())
    return { status, domainJson: { name: domain.name, isVerified, ...records } }
  },

  async deleteCustomDomain(service, { caller, params, query }) {
    const workspace = await writableWorkspace(service.storage, caller, query.workspaceId)
    if (!(await service.storage.customDomains.delete(workspace.id, params.name)))
      throw new ApiError('custom_domain_not_found')
    return { message: 'success' }
  },
}

function domainDocument({ name, createdAt, verifiedAt }: CustomDomain) {
  return { name, createdAt: timestamp(createdAt), isVerified: verifiedAt !== null }
}
