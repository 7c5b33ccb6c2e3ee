import { searchable } from '@colloquy/flow/searchable'
import { roleCan } from '@colloquy/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { DialogPart, onDemand, Part } from '../design/on-demand.js'
import { showError } from '../design/toasts.js'
import { isChecklistDismissed } from '../frame/checklist-state.js'
import { PageMessage } from '../frame/page-message.js'
import { PageSkeleton } from '../frame/page-skeleton.js'
import { TopBar } from '../frame/top-bar.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import type { Warnings } from '../service/bots.js'
import type { User } from '../service/user.js'
import {
  isFrozen,
  isWritable,
  type ListedWorkspace,
  rememberWorkspace,
  useWorkspaces,
  workspaceToOpen,
} from '../service/workspaces.js'
import { FrozenNotice } from '../workspace/frozen-notice.js'
import { BotCard } from './bot-card.js'
import { Breadcrumbs } from './breadcrumbs.js'
import { Checklist } from './checklist.js'
import { DashboardHead, type Shown } from './dashboard-head.js'
import { FolderCard } from './folder-card.js'
import { useFolderPath, useFolders } from './folders.js'
import { keepOrder, keptOrder, type Order, sorted } from './order.js'
import { WorkspaceMenu } from './workspace-menu.js'
import './dashboard.css'

const OwnInvitations = onDemand(() =>
  import('../people/own-invitations.js').then((it) => ({ default: it.OwnInvitations })),
)
const NoBots = onDemand(() => import('./no-bots.js'))
const ImportWarnings = onDemand(() => import('./import-warnings.js'))
const FolderDialog = onDemand(() => import('./folder-dialog.js'))
const NewBotDialog = onDemand(() => import('./new-bot-dialog.js'))

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
  const workspaces = useWorkspaces()
  const workspace = workspaceToOpen(workspaces.data, workspaceId)
  useRemembered(workspaceId, workspace)
  const [search, setSearch] = useState('')
  const [order, setOrder] = useKeptOrder()
  const [shown, setShown] = useState<Shown>('used')
  const [isMaking, setMaking] = useMaking()
  const [isNaming, setNaming] = useState(false)
  const [imported, setImported] = useState<{ botId: string; warnings: Warnings }>()
  const isSearching = search.trim() !== ''
  const isArchive = shown === 'archived'
  const position = isArchive ? { isArchived: true } : isSearching ? {} : { folderId: folderId ?? 'root' }
  const bots = useQuery({
    queryKey: ['bots', workspace?.id, position],
    queryFn: () => api.listBots({ workspaceId: workspace!.id, ...position }),
    select: (answer) => answer.bots,
    enabled: workspace !== undefined,
  })
  const mayMake = workspace !== undefined && isWritable(workspace)
  const withFolders = mayMake ? workspace?.id : undefined
  const folders = useFolders(withFolders, folderId)
  const path = useFolderPath(withFolders, folderId)
  const error = workspaces.error ?? bots.error ?? path.error
  if (error) return <PageMessage title={t('This did not work')} text={error.message} onRetry={() => bots.refetch()} />
  if (workspaces.isPending) return <PageSkeleton />
  if (!workspace) return <NoWorkspace user={user} />

  const takeFile = async (file: File) => {
    const { importFile } = await import('../service/import-file.js')
    const { bot, warnings } = await importFile(workspace.id, folderId, file)
    await queries.invalidateQueries({ queryKey: ['bots'] })
    if (warnings.length === 0) go(`/bots/${bot.id}`)
    else setImported({ botId: bot.id, warnings })
    setMaking(false)
  }
  const found = sorted(bots.data ?? [], order).filter(({ name }) => has(name, search))
  const shownFolders = (isArchive ? [] : (folders.data ?? [])).filter(({ name }) => has(name, search))
  // A folder may be empty while there are bots elsewhere.
  const isEmpty =
    folderId === undefined && !isSearching && bots.data?.length === 0 && !folders.isLoading && !folders.data?.length
  const here = path.data?.at(-1)
  const isNew = bots.data !== undefined && bots.data.length > 0 && bots.data.length < 4
  const hasChecklist =
    isNew && mayMake && folderId === undefined && !isArchive && !isSearching && !isChecklistDismissed()
  return (
    <DropPosition canDrop={mayMake} onFile={(file) => takeFile(file).catch(showError)}>
      <TopBar user={user}>
        <WorkspaceMenu workspaces={workspaces.data ?? []} current={workspace} />
        {roleCan(workspace.role, 'inbox.use') && !isFrozen(workspace) && (
          <Link href={`/workspaces/${workspace.id}/inbox`} className="button plain">
            <Inbox size={15} aria-hidden /> {t('Inbox')}
          </Link>
        )}
      </TopBar>
      <main className="dashboard-main">
        {folderId !== undefined && !isArchive && path.data && (
          <Breadcrumbs workspaceId={workspace.id} path={path.data} />
        )}
        <DashboardHead
          isEmpty={isEmpty}
          title={isArchive ? t('Archived bots') : (here?.name ?? t('Bots'))}
          search={search}
          onSearch={setSearch}
          shown={shown}
          onShow={setShown}
          order={order}
          onOrder={setOrder}
          mayMake={mayMake}
          onNewFolder={() => setNaming(true)}
          onNewBot={() => setMaking(true)}
        />
        <Part>
          <OwnInvitations />
        </Part>
        {isFrozen(workspace) && <FrozenNotice workspace={workspace} />}
        {!roleCan(workspace.role, 'workspace.listBots') && (
          <p className="soft dashboard-note">
            {roleCan(workspace.role, 'inbox.use')
              ? t('You answer conversations here. They are in the inbox.')
              : t('You are a guest here and see only the bots that are shared with you. Members can create bots.')}
          </p>
        )}
        {hasChecklist && <Checklist bots={bots.data ?? []} />}
        {shownFolders.length > 0 && (
          <ul className="folders" aria-label={t('Folders')}>
            {shownFolders.map((folder) => (
              <FolderCard key={folder.id} folder={folder} workspaceId={workspace.id} />
            ))}
          </ul>
        )}
        {bots.isPending ? (
          <p className="empty">{t('Opening…')}</p>
        ) : found.length > 0 ? (
          <ul className="bots" aria-label={t('Bots')}>
            {found.map((bot) => (
              <BotCard
                key={bot.id}
                bot={bot}
                workspace={workspace}
                canOpen={!isFrozen(workspace) || user.isAdmin}
                isArchived={isArchive}
              />
            ))}
          </ul>
        ) : (
          (shownFolders.length === 0 || folderId !== undefined) && (
            <Part>
              <NoBots
                search={search}
                isArchive={isArchive}
                isFolder={folderId !== undefined}
                isGuest={!roleCan(workspace.role, 'workspace.listBots')}
                onMake={mayMake ? () => setMaking(true) : undefined}
                workspaceId={workspace.id}
                onFile={takeFile}
              />
            </Part>
          )
        )}
      </main>
      {isMaking && (
        <DialogPart>
          <NewBotDialog
            workspaceId={workspace.id}
            folderId={folderId}
            onFile={takeFile}
            onClose={() => setMaking(false)}
          />
        </DialogPart>
      )}
      {isNaming && (
        <DialogPart>
          <FolderDialog workspaceId={workspace.id} parentId={folderId} onClose={() => setNaming(false)} />
        </DialogPart>
      )}
      {imported && (
        <Part>
          <ImportWarnings {...imported} onClose={() => setImported(undefined)} />
        </Part>
      )}
    </DropPosition>
  )
}

/** Keeps the workspace that the address names for the next visit, once it is known to exist. */
function useRemembered(workspaceId: string | undefined, workspace: ListedWorkspace | undefined): void {
  useEffect(() => {
    if (workspaceId !== undefined && workspace?.id === workspaceId) rememberWorkspace(workspaceId)
  }, [workspace?.id, workspaceId])
}

/** The order of the bots, which the browser keeps. */
function useKeptOrder() {
  const [order, setOrder] = useState<Order>(keptOrder)
  const choose = (next: Order) => {
    keepOrder(next)
    setOrder(next)
  }
  return [order, choose] as const
}

/** State of the dialog for a new bot. The address can open it. */
function useMaking() {
  const [, go] = useLocation()
  const [isMaking, setMaking] = useState(false)
  const wantsBot = useSearch() === 'new-bot'
  useEffect(() => {
    if (!wantsBot) return
    setMaking(true)
    go(window.location.pathname, { replace: true })
  }, [wantsBot, go])
  return [isMaking, setMaking] as const
}

interface DropPositionProps {
  canDrop: boolean
  onFile(file: File): void
  children: ReactNode
}

/** The page as a place for a file. */
function DropPosition({ canDrop, onFile, children }: DropPositionProps) {
  const [isDropping, setDropping] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDropping(false)
    const file = event.dataTransfer.files[0]
    if (file && canDrop) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can be chosen in the dialog, too
    <div
      className="dashboard"
      data-dropping={isDropping}
      onDragOver={(event) => {
        if (!canDrop || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDropping(true)
      }}
      onDragLeave={(event) => event.currentTarget === event.target && setDropping(false)}
      onDrop={drop}
    >
      {children}
      {isDropping && <div className="drop-here">{t('Drop the file to make a bot of it')}</div>}
    </div>
  )
}

const NoWorkspace = ({ user }: { user: User }) => (
  <div className="dashboard">
    <TopBar user={user} />
    <main className="dashboard-main">
      <h1>{t('Bots')}</h1>
      <Part>
        <OwnInvitations />
      </Part>
      <p className="empty">{t('You belong to no workspace yet. Accept an invitation to see bots here.')}</p>
    </main>
  </div>
)

const has = (name: string, search: string): boolean => searchable(name).includes(searchable(search.trim()))
