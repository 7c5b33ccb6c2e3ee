import { useQueryClient } from '@tanstack/react-query'
import { ChevronRight, Folder as FolderIcon } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import type { BotRow } from '../service/bots.js'
import { type Folder, moveBot, refreshFolders, useFolders } from './folders.js'

interface MoveDialogProps {
  bot: BotRow
  workspaceId: string
  onClose(): void
}

/** Chooses the folder that a bot goes to, by walking down to it. */
export default function MoveDialog({ bot, workspaceId, onClose }: MoveDialogProps) {
  const queries = useQueryClient()
  const [path, setPath] = useState<Folder[]>([])
  const here = path.at(-1)
  const folders = useFolders(workspaceId, here?.id)
  const { attempt, isBusy, error } = useAttempt()
  const name = here ? `“${here.name}”` : t('the top level')
  const move = () =>
    attempt(async () => {
      await moveBot(bot.id, here?.id ?? null)
      await refreshFolders(queries)
      showToast(t('Moved to {name}.', { name }))
      onClose()
    })
  return (
    <Dialog title={t('Move “{name}”', { name: bot.name })} onClose={onClose}>
      <nav className="breadcrumbs" aria-label={t('Folder path')}>
        <button type="button" className="link" onClick={() => setPath([])}>
          {t('All bots')}
        </button>
        {path.map((folder, index) => (
          <span key={folder.id} className="row">
            <ChevronRight size={13} aria-hidden />
            <button type="button" className="link" onClick={() => setPath(path.slice(0, index + 1))}>
              {folder.name}
            </button>
          </span>
        ))}
      </nav>
      <ul className="folder-choices">
        {folders.data?.map((folder) => (
          <li key={folder.id}>
            <button type="button" className="menu-item" onClick={() => setPath([...path, folder])}>
              <FolderIcon size={15} aria-hidden /> <span className="grow cut">{folder.name}</span>
              <ChevronRight size={14} aria-hidden />
            </button>
          </li>
        ))}
        {folders.data?.length === 0 && <li className="soft">{t('No folders here.')}</li>}
      </ul>
      <ErrorNotice error={error} />
      <div className="dialog-actions">
        <button type="button" className="button primary" disabled={isBusy} onClick={move}>
          {here ? t('Move to “{name}”', { name: here.name }) : t('Move to the top level')}
        </button>
      </div>
    </Dialog>
  )
}
