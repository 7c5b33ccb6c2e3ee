import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '@colloquy/storage'
import type { Config } from '../config/config.js'
import { newId } from '../ids.js'
import { hashToken } from './auth.js'
import { newWorkspace } from './new-workspace.js'

/** Ensures that there is an owner with a token. Returns the token if it was generated just now. */
export async function ensureFirstOwner(storage: Storage, config: Config, now: number): Promise<string | undefined> {
  const existing = await storage.users.first()
  const ownerId = existing?.id ?? newId()
  if (!existing) {
    await storage.users.create({
      id: ownerId,
      email: null,
      emailVerifiedAt: null,
      originWorkspaceId: null,
      name: 'Owner',
      image: null,
      preferences: null,
      isAdmin: true,
      createdAt: now,
      updatedAt: now,
    })
    await storage.workspaces.create(newWorkspace(config, { name: 'My workspace', icon: null }, now), ownerId)
  }
  const isFirstToken = (await storage.tokens.list(ownerId)).length === 0
  const generated = config.adminToken === undefined && isFirstToken ? randomBytes(32).toString('base64url') : undefined
  if (generated) await writeFile(join(config.dataFolder, 'admin-token'), `${generated}\n`, { mode: 0o600 })
  const token = config.adminToken ?? generated
  if (token && !(await storage.tokens.findByHash(hashToken(token)))) {
    const hash = hashToken(token)
    await storage.tokens.create({
      id: newId(),
      ownerId,
      name: 'First owner',
      hash,
      scope: 'admin',
      createdAt: now,
      expiresAt: null,
    })
  }
  return generated
}
