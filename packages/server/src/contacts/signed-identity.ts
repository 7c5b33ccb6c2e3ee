import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Workspace } from '@colloquy/storage'
import type { KnownPerson } from '../effects/effects.js'
import type { Needs } from '../service.js'

/** A visitor as a page names them; the page's server computes the hash. */
export interface NamedVisitor {
  id: string
  hash: string
}

type Identity = Pick<Workspace, 'id' | 'identityVersion' | 'identityRotatedAt'>

/** Milliseconds for which hashes with the secret before are accepted, so that pages can change to the new one. */
export const overlap = 86_400_000

/** The secret with which the pages of a workspace sign who their visitors are. Derived, so that no secret is stored. */
export const identitySecret = (secret: string, { id }: Pick<Workspace, 'id'>, version: number): string =>
  createHmac('sha256', secret).update(`web identity\0${id}\0${version}`).digest('hex')

/** Returns the person that a page names, or why it is ignored: without a valid hash, anybody could claim to be anybody. */
export async function signedPerson(
  service: Needs<'storage' | 'secret' | 'now'>,
  workspaceId: string,
  { id, hash }: NamedVisitor,
): Promise<KnownPerson> {
  const workspace = await service.storage.workspaces.get(workspaceId)
  const value = id.trim()
  const isSigned = workspace !== undefined && value !== '' && isHashOf(service, workspace, id, hash)
  if (isSigned) return { identifiers: [{ kind: 'web', value, channel: '' }] }
  return { identifiers: [], problem: 'The page named its visitor, but the hash is wrong: the visitor stays unknown.' }
}

function isHashOf({ secret, now }: Needs<'secret' | 'now'>, workspace: Identity, id: string, hash: string): boolean {
  const { identityVersion: version, identityRotatedAt: at } = workspace
  const versions = at !== null && now() - at < overlap ? [version, version - 1] : [version]
  const given = Buffer.from(hash.toLowerCase())
  return versions.some((one) => {
    const expected = Buffer.from(
      createHmac('sha256', identitySecret(secret, workspace, one))
        .update(id)
        .digest('hex'),
    )
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
