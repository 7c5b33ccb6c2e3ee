import { ApiError } from '@colloquy/api'
import type { Nameable } from '@colloquy/flow'
import type { Needs } from '../service.js'

/** Throws if the workspace does not have this folder. */
export async function checkFolder(service: Needs<'storage'>, workspaceId: string, folderId: string): Promise<void> {
  if (!(await service.storage.folders.get(workspaceId, folderId))) throw new ApiError('folder_not_found')
}

/** Returns the credentials that flows of this workspace may use: type by id. */
export async function credentialsOf(
  service: Needs<'storage'>,
  workspaceId: string,
): Promise<ReadonlyMap<string, string>> {
  return new Map((await service.storage.credentials.list(workspaceId)).map(({ id, type }) => [id, type]))
}

/** Returns what blocks in flows of this workspace may refer to: ids of its credentials and of its knowledge bases. */
export async function nameableBy(
  service: Needs<'storage'>,
  workspaceId: string,
): Promise<{ credentials: ReadonlyMap<string, string>; nameable: Nameable }> {
  const [credentials, bases] = await Promise.all([
    credentialsOf(service, workspaceId),
    service.storage.knowledge.baseIds(workspaceId),
  ])
  return { credentials, nameable: { credentialsIds: new Set(credentials.keys()), knowledgeBaseIds: new Set(bases) } }
}
