import { ApiError } from '@colloquy/api'
import type { Folder } from '@colloquy/storage'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'

type FolderHandlers = Handlers<'listFolders' | 'createFolder' | 'getFolder' | 'updateFolder' | 'deleteFolder'>

export const folderHandlers: FolderHandlers = {
  async listFolders(service, { query, workspace }) {
    const folders = await service.storage.folders.list(workspace.id, query.parentFolderId ?? null)
    return { folders: folders.map(({ id, name, createdAt }) => ({ id, name, createdAt: timestamp(createdAt) })) }
  },

  async createFolder(service, { body, workspace }) {
    const { folders } = service.storage
    const { parentFolderId = null } = body
    if (parentFolderId !== null && !(await folders.get(workspace.id, parentFolderId)))
      throw new ApiError('folder_not_found')
    const now = service.now()
    const folder: Folder = {
      id: body.id ?? newId(),
      workspaceId: workspace.id,
      name: body.folderName,
      parentFolderId,
      createdAt: now,
      updatedAt: now,
    }
    if ((await folders.create(folder)) === 'taken') throw new ApiError('folder_id_taken')
    return { folder: folderDocument(folder) }
  },

  async getFolder(service, { params, workspace }) {
    const folder = await service.storage.folders.get(workspace.id, params.folderId)
    if (!folder) throw new ApiError('folder_not_found')
    return { folder: folderDocument(folder) }
  },

  async updateFolder(service, { params, body, workspace }) {
    const outcome = await service.storage.folders.update(workspace.id, params.folderId, body.folder, service.now())
    if (outcome.kind !== 'updated') throw new ApiError(outcome.kind === 'cycle' ? 'folder_cycle' : 'folder_not_found')
    return { folder: folderDocument(outcome.folder) }
  },

  async deleteFolder(service, { params, workspace }) {
    const folder = await service.storage.folders.delete(workspace.id, params.folderId)
    if (!folder) throw new ApiError('folder_not_found')
    return { folder: folderDocument(folder) }
  },
}

function folderDocument({ id, createdAt, updatedAt, name, parentFolderId, workspaceId }: Folder) {
  return { id, createdAt: timestamp(createdAt), updatedAt: timestamp(updatedAt), name, parentFolderId, workspaceId }
}
