import { Archive, Plus, Search, Users } from 'lucide-react'
import { onDemand, Part } from '../design/on-demand.js'
import { t } from '../i18n/i18n.js'

const FirstBot = onDemand(() => import('./first-bot.js'))

interface NoBotsProps {
  search: string
  isArchive: boolean
  isFolder: boolean
  isGuest: boolean
  /** Makes a bot, where that is possible. */
  onMake: (() => void) | undefined
  workspaceId: string
  onFile(file: File): Promise<void>
}

/** Why there is nothing to see, and what to do about it. */
export default function NoBots({ search, isArchive, isFolder, isGuest, onMake, workspaceId, onFile }: NoBotsProps) {
  if (search !== '') {
    return (
      <div className="empty">
        <Search size={28} />
        <p>{t('No results for “{search}”', { search })}</p>
      </div>
    )
  }
  if (isArchive) {
    return (
      <div className="empty">
        <Archive size={28} />
        <p>{t('Nothing is archived. Choose “Archive” in the menu of a bot to move it here with its results.')}</p>
      </div>
    )
  }
  if (isGuest) {
    return (
      <div className="empty">
        <Users size={28} />
        <p>{t('No bot of this workspace is shared with you now.')}</p>
      </div>
    )
  }
  if (!onMake) return <p className="empty">{t('There is no bot here.')}</p>
  if (isFolder)
    return (
      <div className="empty dashboard-empty">
        <h2>{t('This folder is empty')}</h2>
        <p>{t('Drag bots onto the folder, choose “Move to folder…” from their menus, or create one here.')}</p>
        <button type="button" className="button primary" onClick={onMake}>
          <Plus size={15} /> {t('New bot')}
        </button>
      </div>
    )
  return (
    <Part>
      <FirstBot workspaceId={workspaceId} onFile={onFile} />
    </Part>
  )
}
