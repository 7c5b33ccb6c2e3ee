import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { request } from '../service/request.js'
import { type Folder, refreshFolders } from './folders.js'

interface FolderDialogProps {
  workspaceId: string
  /** The one to be renamed; a new one is made without it. */
  folder?: Folder
  /** Where a new one is made; outside of all without it. */
  parentId?: string | undefined
  onClose(): void
}

/** Names a folder. */
export function FolderDialog({ workspaceId, folder, parentId, onClose }: FolderDialogProps) {
  const queries = useQueryClient()
  const [name, setName] = useState(folder?.name ?? '')
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      if (folder) {
        const body = { workspaceId, folder: { name } }
        await request<'updateFolder'>('PATCH', `folders/${folder.id}`, body)
      } else {
        const body = { workspaceId, folderName: name, ...(parentId !== undefined && { parentFolderId: parentId }) }
        await request<'createFolder'>('POST', 'folders', body)
      }
      await refreshFolders(queries)
      onClose()
    })
  }
  return (
    <Dialog title={folder ? t('Rename “{name}”', { name: folder.name }) : t('New folder')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Input label={t('Name')} maxLength={200} value={name} onChange={setName} />
        <ErrorNotice error={error} />
        <div className="dialog-actions">
          <button
            type="submit"
            className="button primary"
            disabled={isBusy || name.trim() === '' || name === folder?.name}
          >
            {folder ? t('Rename') : t('Create')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
