import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type Answer, api } from '../service/api.js'

export type Folder = Answer<'listFolders'>['folders'][number]

/** The folders in a folder, by name. Guests have none: they see one list of what is shared with them. */
export const useFolders = (workspaceId: string | undefined, parentId: string | undefined) =>
  useQuery({
    queryKey: ['folders', workspaceId, parentId ?? 'root'],
    queryFn: () => listFolders(workspaceId!, parentId),
    enabled: workspaceId !== undefined,
  })

/** The path from the top level to a folder: the outermost one first, the folder itself last. */
export const useFolderPath = (workspaceId: string | undefined, folderId: string | undefined) =>
  useQuery({
    queryKey: ['folders', workspaceId, 'path', folderId],
    queryFn: async () => {
      const path: Pick<Folder, 'id' | 'name'>[] = []
      for (let id: string | null = folderId ?? null; id !== null; ) {
        const { folder }: Answer<'getFolder'> = await api.getFolder({ folderId: id, workspaceId: workspaceId! })
        path.unshift(folder)
        id = folder.parentFolderId
      }
      return path
    },
    enabled: workspaceId !== undefined && folderId !== undefined,
  })

async function listFolders(workspaceId: string, parentId: string | undefined): Promise<Folder[]> {
  const { folders } = await api.listFolders({ workspaceId, parentFolderId: parentId })
  return folders.toSorted((a, b) => a.name.localeCompare(b.name))
}

export const moveBot = (botId: string, folderId: string | null): Promise<unknown> =>
  api.updateBot({ botId, bot: { folderId } })

/** Called after bots or folders were moved, created or renamed. */
export const refreshFolders = (queries: QueryClient): Promise<unknown> =>
  Promise.all(['bots', 'folders'].map((key) => queries.invalidateQueries({ queryKey: [key] })))

const dragType = 'application/x-colloquy-bot'

/** Attaches a bot to a drag, so that it can be dropped on a folder. */
export function startBotMove(transfer: DataTransfer, botId: string): void {
  transfer.setData(dragType, botId)
  transfer.effectAllowed = 'move'
}

export const isBotMove = (transfer: DataTransfer): boolean => transfer.types.includes(dragType)
export const movedBot = (transfer: DataTransfer): string => transfer.getData(dragType)
