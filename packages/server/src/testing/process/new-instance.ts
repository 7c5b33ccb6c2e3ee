import { hashToken } from '../../access/auth.js'
import { ensureFirstOwner } from '../../access/first-owner.js'
import { newWorkspace } from '../../access/new-workspace.js'
import { readConfig } from '../../config/config.js'
import { newId } from '../../ids.js'
import { openStorageAt } from './history.js'
import type { Place } from './place.js'
import { adminToken } from './service-process.js'

/** Fills an empty place with an owner, whose workspace has the healthy bots, and a hostile author with another workspace. */
export async function newInstance(place: Place): Promise<{ authorToken: string; workspaceId: string }> {
  const config = readConfig({ COLLOQUY_DATA: place.folder, COLLOQUY_ADMIN_TOKEN: adminToken })
  const storage = await openStorageAt(place.storage)
  try {
    const now = Date.now()
    await ensureFirstOwner(storage, config, now)
    const unproven = { email: null, emailVerifiedAt: null, originWorkspaceId: null }
    const author = { ...unproven, name: 'Author', image: null, preferences: null, isAdmin: false }
    const authorId = newId()
    await storage.users.create({ id: authorId, ...author, createdAt: now, updatedAt: now })
    const workspace = newWorkspace(config, { name: 'Hostile', icon: null }, now)
    await storage.workspaces.create(workspace, authorId)
    const authorToken = `token-of-the-hostile-author-${newId()}`
    const token = { name: 'x', hash: hashToken(authorToken), scope: 'admin' as const, expiresAt: null }
    await storage.tokens.create({ id: newId(), ownerId: authorId, ...token, createdAt: now })
    return { authorToken, workspaceId: workspace.id }
  } finally {
    await storage.close()
  }
}
