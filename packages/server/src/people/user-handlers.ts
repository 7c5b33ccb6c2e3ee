import { randomBytes } from 'node:crypto'
import { ApiError } from '@colloquy/api'
import type { ApiToken } from '@colloquy/storage'
import { hashToken } from '../access/auth.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'

export const userHandlers: Handlers<'getMe' | 'updateMe' | 'listApiTokens' | 'createApiToken' | 'deleteApiToken'> = {
  async getMe(_, { caller }) {
    const { id, email, name } = caller.user
    return { id, email, name }
  },

  async updateMe(service, { caller, body }) {
    const { name, image, ...preferences } = body.updates
    const given = Object.fromEntries(Object.entries(preferences).filter(([, value]) => value !== undefined))
    const kept = { ...JSON.parse(caller.user.preferences ?? '{}'), ...given }
    const change = { name, image, preferences: JSON.stringify(kept) }
    const user = await service.storage.users.update(caller.user.id, change, service.now())
    if (!user) throw new ApiError('unauthorized')
    const { id, email, name: shownName, image: shownImage } = user
    const { inboxFilters: _, ...shown } = kept
    return { ...shown, id, email, name: shownName, image: shownImage }
  },

  async listApiTokens(service, { caller }) {
    const tokens = await service.storage.tokens.list(caller.user.id)
    return { apiTokens: tokens.map(tokenDocument) }
  },

  async createApiToken(service, { caller, body }) {
    const value = randomBytes(32).toString('base64url')
    const token: ApiToken = {
      id: newId(),
      ownerId: caller.user.id,
      name: body.name,
      hash: hashToken(value),
      scope: body.scope,
      createdAt: service.now(),
      expiresAt: body.expiresAt ? Date.parse(body.expiresAt) : null,
    }
    await service.storage.tokens.create(token)
    return { apiToken: { ...tokenDocument(token), token: value } }
  },

  async deleteApiToken(service, { caller, params }) {
    const token = await service.storage.tokens.delete(caller.user.id, params.tokenId)
    if (!token) throw new ApiError('token_not_found')
    return { apiToken: tokenDocument(token) }
  },
}

function tokenDocument(token: ApiToken) {
  return {
    id: token.id,
    name: token.name,
    scope: token.scope,
    createdAt: timestamp(token.createdAt),
    expiresAt: token.expiresAt === null ? null : timestamp(token.expiresAt),
  }
}
