import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Folder as FolderIcon, PenLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { Confirm } from '../design/confirm.js'
import { Menu, MenuItem, MenuLine } from '../design/menu.js'
import { DialogPart, onDemand } from '../design/on-demand.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { useDropTarget } from './drop-target.js'
import { type Folder, refreshFolders } from './folders.js'

const FolderDialog = onDemand(() => import('./folder-dialog.js'))

/** A folder among bots, which bots can be dropped on. */
export function FolderCard({ folder, workspaceId }: { folder: Folder; workspaceId: string }) {
  const queries = useQueryClient()
  const target = useDropTarget(folder.id, `“${folder.name}”`)
  const [dialog, setDialog] = useState<'rename' | 'delete'>()
  return (
    <li className="folder-card" {...target}>
      <FolderIcon size={18} aria-hidden />
      <Link className="grow cut" href={`/workspaces/${workspaceId}/folders/${folder.id}`}>
        {folder.name}
      </Link>
      <Menu
        trigger={
          <button
            type="button"
            className="button plain small icon-only"
            aria-label={t('More about the folder {name}', { name: folder.name })}
          >
            <Ellipsis size={16} />
          </button>
        }
      >
        <MenuItem icon={<PenLine size={15} />} onSelect={() => setDialog('rename')}>
          {t('Rename…')}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<Trash2 size={15} />} isDanger onSelect={() => setDialog('delete')}>
          {t('Delete…')}
        </MenuItem>
      </Menu>
      {dialog === 'rename' && (
        <DialogPart>
          <FolderDialog workspaceId={workspaceId} folder={folder} onClose={() => setDialog(undefined)} />
        </DialogPart>
      )}
      {dialog === 'delete' && (
        <Confirm
          title={t('Delete the folder “{name}”?', { name: folder.name })}
          text={t('Its bots and folders move to the top level. Nothing in it is deleted.')}
          action={t('Delete the folder')}
          onConfirm={() => api.deleteFolder({ folderId: folder.id, workspaceId }).then(() => refreshFolders(queries))}
          onClose={() => setDialog(undefined)}
        />
      )}
    </li>
  )
}
