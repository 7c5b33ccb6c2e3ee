import type { BotRow } from '@colloquy/storage'
import type { FastifyRequest } from 'fastify'
import { publicUrl } from '../http/public-url.js'
import type { Needs } from '../service.js'
import { hasOwnOrigin } from './site-of.js'

/** Addresses of a bot for visitors: on its custom domain, at the separate origin of chats, or at the public address. */
export async function addressesOf(
  service: Needs<'storage' | 'config'>,
  { workspaceId, publicId, customDomain }: Pick<BotRow, 'workspaceId' | 'publicId' | 'customDomain'>,
  request: FastifyRequest,
) {
  const { config, storage } = service
  const ours = publicUrl(service, request)
  const chats = hasOwnOrigin(config) ? config.chatUrl : ours
  const runsPageScripts = hasOwnOrigin(config)
  const ownPage = publicId === null ? [] : [`${chats}/c/${publicId}`]
  if (customDomain === null) return { origin: chats, pages: ownPage, runsPageScripts }
  const host = customDomain.split('/', 1)[0] as string
  // Without a public address, hosts cannot be distinguished, so none counts as a custom domain.
  const domain = config.publicUrl === undefined ? undefined : await storage.customDomains.get(workspaceId, host)
  if (domain?.verifiedAt == null)
    return { origin: chats, pages: ownPage, runsPageScripts, unverifiedDomain: customDomain }
  const { protocol } = new URL(ours)
  const domainPage = publicId === null ? [] : [`${protocol}//${customDomain}`]
  return { origin: `${protocol}//${host}`, pages: [...domainPage, ...ownPage], runsPageScripts: true }
}
