import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { PageMessage } from '../app/page-message.js'
import { TopBar } from '../app/top-bar.js'
import type { User } from '../app/user.js'
import { sayError } from '../design/toasts.js'
import { request } from '../service/request.js'
import { BotCard } from './bot-card.js'
import { importFile, type Warnings } from './bots.js'
import { ImportWarnings } from './import-warnings.js'
import { NewBotDialog } from './new-bot-dialog.js'
import { WorkspaceMenu } from './workspace-menu.js'
import './dashboard.css'

interface DashboardProps {
  workspaceId?: string
  folderId?: string
  user: User
}

/** The bots of a workspace. A file dropped anywhere becomes one. */
export function Dashboard({ workspaceId, user }: DashboardProps) {
  const [, go] = useLocation()
  const queries = useQueryClient()
  const workspaces = useQuery({
    queryKey: ['workspaces'],
    queryFn: () => request<'listWorkspaces'>('GET', 'workspaces'),
    select: (answer) => answer.workspaces,
  })
  const workspace = workspaces.data?.find(({ id }) => id === workspaceId) ?? workspaces.data?.[0]
  const bots = useQuery({
    queryKey: ['bots', workspace?.id],
    queryFn: () => request<'listBots'>('GET', `bots?workspaceId=${workspace?.id}`),
    select: (answer) => answer.bots,
    enabled: workspace !== undefined,
  })
  const [search, setSearch] = useState('')
  const [isMaking, setMaking] = useState(false)
  const [isDropping, setDropping] = useState(false)
  const [imported, setImported] = useState<{ botId: string; warnings: Warnings }>()
  const error = workspaces.error ?? bots.error
  if (error) return <PageMessage title="This did not work" text={error.message} onRetry={() => bots.refetch()} />
  if (!workspace) return <PageMessage title="Opening…" />

  const takeFile = async (file: File) => {
    try {
      const { bot, warnings } = await importFile(workspace.id, file)
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
  const found = (bots.data ?? []).filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can be chosen in the dialog, too
    <div
      className="dashboard"
      data-dropping={isDropping}
      onDragOver={(event) => [event.preventDefault(), setDropping(event.dataTransfer.types.includes('Files'))]}
      onDragLeave={(event) => event.currentTarget === event.target && setDropping(false)}
      onDrop={drop}
    >
      <TopBar user={user}>
        <WorkspaceMenu workspaces={workspaces.data ?? []} current={workspace} />
      </TopBar>
      <main className="dashboard-main">
        <div className="dashboard-head">
          <h1 className="grow">Bots</h1>
          <label className="search">
            <Search size={15} aria-hidden />
            <span className="visually-hidden">Search bots</span>
            <input
              className="text"
              value={search}
              placeholder="Search"
              onChange={(event) => setSearch(event.target.value)}
            />
          </label>
          <button type="button" className="button primary" onClick={() => setMaking(true)}>
            <Plus size={15} /> New bot
          </button>
        </div>
        {bots.isPending ? (
          <p className="empty">Opening…</p>
        ) : found.length > 0 ? (
          <ul className="bots">
            {found.map((bot) => (
              <BotCard key={bot.id} bot={bot} workspaceId={workspace.id} />
            ))}
          </ul>
        ) : (
          <Nothing search={search} onMake={() => setMaking(true)} />
        )}
      </main>
      {isDropping && <div className="drop-here">Drop the file to make a bot of it</div>}
      {isMaking && <NewBotDialog workspaceId={workspace.id} onFile={takeFile} onClose={() => setMaking(false)} />}
      {imported && <ImportWarnings {...imported} onClose={() => setImported(undefined)} />}
    </div>
  )
}

function Nothing({ search, onMake }: { search: string; onMake(): void }) {
  if (search !== '') {
    return (
      <div className="empty">
        <Search size={28} />
        <p>No bot has “{search}” in its name.</p>
      </div>
    )
  }
  return (
    <div className="empty dashboard-empty">
      <h2>Make your first bot</h2>
      <p>Begin with a finished conversation and change it, or draw your own from nothing.</p>
      <button type="button" className="button primary" onClick={onMake}>
        <Plus size={15} /> New bot
      </button>
      <p className="faint">A bot that you exported elsewhere? Drop its file anywhere on this page.</p>
    </div>
  )
}
