import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive, FolderPlus, Plus, Search } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { PageMessage } from '../app/page-message.js'
import { TopBar } from '../app/top-bar.js'
import type { User } from '../app/user.js'
import { Select } from '../design/field.js'
import { sayError } from '../design/toasts.js'
import { request } from '../service/request.js'
import { BotCard } from './bot-card.js'
import { type BotRow, importFile, type Warnings } from './bots.js'
import { Breadcrumbs } from './breadcrumbs.js'
import { FolderCard } from './folder-card.js'
import { FolderDialog } from './folder-dialog.js'
import { useFolderPath, useFolders } from './folders.js'
import { ImportWarnings } from './import-warnings.js'
import { NewBotDialog } from './new-bot-dialog.js'
import { WorkspaceMenu } from './workspace-menu.js'
import './dashboard.css'

interface DashboardProps {
  workspaceId?: string
  /** The folder that is open; what lies in none is shown without it. */
  folderId?: string
  user: User
}

/** Bots and folders of a workspace. A file dropped anywhere becomes a bot. */
export default function Dashboard({ workspaceId, folderId, user }: DashboardProps) {
  const [, go] = useLocation()
  const queries = useQueryClient()
  const workspaces = useQuery({
    queryKey: ['workspaces'],
    queryFn: () => request<'listWorkspaces'>('GET', 'workspaces'),
    select: (answer) => answer.workspaces,
  })
  const workspace = workspaces.data?.find(({ id }) => id === workspaceId) ?? workspaces.data?.[0]
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<Order>(keptOrder)
  const [shown, setShown] = useState<Shown>('used')
  const [isMaking, setMaking] = useState(false)
  const [isNaming, setNaming] = useState(false)
  const [isDropping, setDropping] = useState(false)
  const [imported, setImported] = useState<{ botId: string; warnings: Warnings }>()
  const isSearching = search.trim() !== ''
  const isArchive = shown === 'archived'
  const place = isArchive ? '&isArchived=true' : isSearching ? '' : `&folderId=${folderId ?? 'root'}`
  const bots = useQuery({
    queryKey: ['bots', workspace?.id, place],
    queryFn: () => request<'listBots'>('GET', `bots?workspaceId=${workspace?.id}${place}`),
    select: (answer) => answer.bots,
    enabled: workspace !== undefined,
  })
  const folders = useFolders(workspace?.id, folderId)
  const path = useFolderPath(workspace?.id, folderId)
  const error = workspaces.error ?? bots.error ?? path.error
  if (error) return <PageMessage title="This did not work" text={error.message} onRetry={() => bots.refetch()} />
  if (!workspace) return <PageMessage title="Opening…" />

  const takeFile = async (file: File) => {
    try {
      const { bot, warnings } = await importFile(workspace.id, folderId, file)
      await queries.invalidateQueries({ queryKey: ['bots'] })
      if (warnings.length === 0) go(`/bots/${bot.id}`)
      else setImported({ botId: bot.id, warnings })
      setMaking(false)
    } catch (problem) {
      sayError(problem)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDropping(false)
    const file = event.dataTransfer.files[0]
    if (file) void takeFile(file)
  }
  const chooseOrder = (next: string) => {
    localStorage.setItem(orderKey, next)
    setOrder(next as Order)
  }
  const found = sorted(bots.data ?? [], order).filter(({ name }) => has(name, search))
  const shownFolders = (isArchive ? [] : (folders.data ?? [])).filter(({ name }) => has(name, search))
  const here = path.data?.at(-1)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can be chosen in the dialog, too
    <div
      className="dashboard"
      data-dropping={isDropping}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDropping(true)
      }}
      onDragLeave={(event) => event.currentTarget === event.target && setDropping(false)}
      onDrop={drop}
    >
      <TopBar user={user}>
        <WorkspaceMenu workspaces={workspaces.data ?? []} current={workspace} />
      </TopBar>
      <main className="dashboard-main">
        {folderId !== undefined && !isArchive && path.data && (
          <Breadcrumbs workspaceId={workspace.id} path={path.data} />
        )}
        <div className="dashboard-head">
          <h1 className="grow">{isArchive ? 'Archived bots' : (here?.name ?? 'Bots')}</h1>
          <label className="search">
            <Search size={15} aria-hidden />
            <span className="visually-hidden">Search bots</span>
            <input
              className="text"
              type="search"
              value={search}
              placeholder={isArchive ? 'Search the archive' : 'Search all bots'}
              onChange={(event) => setSearch(event.target.value)}
            />
          </label>
          <Select
            isLabelHidden
            label="Show"
            value={shown}
            choices={shownChoices}
            onChange={(next) => setShown(next as Shown)}
          />
          <Select isLabelHidden label="Order" value={order} choices={orders} onChange={chooseOrder} />
          {!isArchive && (
            <>
              <button type="button" className="button" onClick={() => setNaming(true)}>
                <FolderPlus size={15} /> New folder
              </button>
              <button type="button" className="button primary" onClick={() => setMaking(true)}>
                <Plus size={15} /> New bot
              </button>
            </>
          )}
        </div>
        {shownFolders.length > 0 && (
          <ul className="folders" aria-label="Folders">
            {shownFolders.map((folder) => (
              <FolderCard key={folder.id} folder={folder} workspaceId={workspace.id} />
            ))}
          </ul>
        )}
        {bots.isPending ? (
          <p className="empty">Opening…</p>
        ) : found.length > 0 ? (
          <ul className="bots" aria-label="Bots">
            {found.map((bot) => (
              <BotCard key={bot.id} bot={bot} workspaceId={workspace.id} isArchived={isArchive} />
            ))}
          </ul>
        ) : (
          (shownFolders.length === 0 || folderId !== undefined) && (
            <Nothing
              search={search}
              isArchive={isArchive}
              isFolder={folderId !== undefined}
              onMake={() => setMaking(true)}
            />
          )
        )}
      </main>
      {isDropping && <div className="drop-here">Drop the file to make a bot of it</div>}
      {isMaking && (
        <NewBotDialog
          workspaceId={workspace.id}
          folderId={folderId}
          onFile={takeFile}
          onClose={() => setMaking(false)}
        />
      )}
      {isNaming && <FolderDialog workspaceId={workspace.id} parentId={folderId} onClose={() => setNaming(false)} />}
      {imported && <ImportWarnings {...imported} onClose={() => setImported(undefined)} />}
    </div>
  )
}

const orders = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['name', 'By name'],
] as const
type Order = (typeof orders)[number][0]

const shownChoices = [
  ['used', 'In use'],
  ['archived', 'Archived'],
] as const
type Shown = (typeof shownChoices)[number][0]

const orderKey = 'colloquy-order-of-bots'
const keptOrder = (): Order => (localStorage.getItem(orderKey) as Order | null) ?? 'newest'

/** The service lists them newest first. */
function sorted(bots: readonly BotRow[], order: Order): BotRow[] {
  if (order === 'name') return bots.toSorted((a, b) => a.name.localeCompare(b.name))
  return order === 'oldest' ? bots.toReversed() : [...bots]
}

const has = (name: string, search: string): boolean => name.toLowerCase().includes(search.trim().toLowerCase())

interface NothingProps {
  search: string
  isArchive: boolean
  isFolder: boolean
  onMake(): void
}

function Nothing({ search, isArchive, isFolder, onMake }: NothingProps) {
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
