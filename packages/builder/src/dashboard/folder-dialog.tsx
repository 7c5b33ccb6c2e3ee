import { useQueryClient } from '@tanstack/react-query'
import { DialogPart, onDemand } from '../design/on-demand.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { type Folder, refreshFolders } from './folders.js'

const NameDialog = onDemand(() => import('./name-dialog.js'))

interface FolderDialogProps {
  workspaceId: string
  /** The folder to rename; undefined creates a new one. */
  folder?: Folder
  /** The parent of a new folder; undefined for the top level. */
  parentId?: string | undefined
  onClose(): void
}

/** Asks for the name of a folder. */
export default function FolderDialog({ workspaceId, folder, parentId, onClose }: FolderDialogProps) {
  const queries = useQueryClient()
  const save = async (name: string) => {
    if (folder) {
      const body = { workspaceId, folder: { name } }
      await api.updateFolder({ folderId: folder.id, ...body })
    } else {
      const body = { workspaceId, folderName: name, ...(parentId !== undefined && { parentFolderId: parentId }) }
      await api.createFolder(body)
    }
    await refreshFolders(queries)
  }
  return (
    <DialogPart>
      <NameDialog
        title={folder ? t('Rename “{name}”', { name: folder.name }) : t('New folder')}
        name={folder?.name ?? ''}
        action={folder ? t('Rename') : t('Create')}
        save={save}
        onClose={onClose}
      />
    </DialogPart>
  )
}
