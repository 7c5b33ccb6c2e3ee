import type { Storage } from '@colloquy/storage'
import { hashToken } from '../../access/auth.js'
import { ensureFirstOwner } from '../../access/first-owner.js'
import { newWorkspace } from '../../access/new-workspace.js'
import { readConfig } from '../../config/config.js'
import { newId } from '../../ids.js'
import { openStorageAt } from './history.js'
import type { InstanceData } from './instance-data.js'
import { adminToken } from './service-process.js'

/** The hostile author of an instance, and a second account that has no workspace. */
export interface HostileAuthor {
  authorId: string
  authorToken: string
  workspaceId: string
  guestId: string
  guestToken: string
}

/** Fills an empty place with an owner, whose workspace has the healthy bots, and a hostile author with another workspace. */
export async function newInstance(data: InstanceData): Promise<HostileAuthor> {
  const config = readConfig({ COLLOQUY_DATA: data.folder, COLLOQUY_ADMIN_TOKEN: adminToken })
  const storage = await openStorageAt(data.storage)
  try {
    const now = Date.now()
    await ensureFirstOwner(storage, config, now)
    const author = await addAccount(storage, 'author', now)
    const workspace = newWorkspace(config, { name: 'Hostile', icon: null }, now)
    await storage.workspaces.create(workspace, author.id)
    const guest = await addAccount(storage, 'guest', now)
    return {
      authorId: author.id,
      authorToken: author.token,
      workspaceId: workspace.id,
      guestId: guest.id,
      guestToken: guest.token,
    }
  } finally {
    await storage.close()
  }
}

async function addAccount(storage: Storage, name: string, now: number): Promise<{ id: string; token: string }> {
  const unproven = { email: null, emailVerifiedAt: null, originWorkspaceId: null }
  const id = newId()
  const account = { ...unproven, name, image: null, preferences: null, isAdmin: false }
  await storage.users.create({ id, ...account, createdAt: now, updatedAt: now })
  const token = `token-of-the-hostile-${name}-${newId()}`
  const row = { name: 'x', hash: hashToken(token), scope: 'admin' as const, expiresAt: null }
  await storage.tokens.create({ id: newId(), ownerId: id, ...row, createdAt: now })
  return { id, token }
}
