import { Archive, Plus, Search, Users } from 'lucide-react'

interface NoBotsProps {
  search: string
  isArchive: boolean
  isFolder: boolean
  isGuest: boolean
  /** Makes a bot, where that is possible. */
  onMake: (() => void) | undefined
}

/** Why there is nothing to see, and what to do about it. */
export function NoBots({ search, isArchive, isFolder, isGuest, onMake }: NoBotsProps) {
  if (search !== '') {
    return (
      <div className="empty">
        <Search size={28} />
        <p>No bot has “{search}” in its name.</p>
      </div>
    )
  }
  if (isArchive) {
    return (
      <div className="empty">
        <Archive size={28} />
        <p>Nothing is archived. “Archive” in the menu of a bot puts it here, with its results.</p>
      </div>
    )
  }
  if (isGuest) {
    return (
      <div className="empty">
        <Users size={28} />
        <p>No bot of this workspace is shared with you now.</p>
      </div>
    )
  }
  if (!onMake) return <p className="empty">There is no bot here.</p>
  return (
    <div className="empty dashboard-empty">
      <h2>{isFolder ? 'There is no bot in this folder' : 'Make your first bot'}</h2>
      <p>
        {isFolder
          ? 'Drag bots onto a folder, choose “Move…” from their menus, or make a new one right here.'
          : 'Begin with a finished conversation and change it, or draw your own from nothing.'}
      </p>
      <button type="button" className="button primary" onClick={onMake}>
        <Plus size={15} /> New bot
      </button>
      <p className="faint">A bot that you exported elsewhere? Drop its file anywhere on this page.</p>
    </div>
  )
}
