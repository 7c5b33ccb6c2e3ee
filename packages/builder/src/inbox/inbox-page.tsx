import { roleCan } from '@colloquy/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff, ChartColumn, Keyboard } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { BotIcon } from '../design/bot-icon.js'
import { isTyping } from '../design/is-typing.js'
import { DialogPart, onDemand } from '../design/on-demand.js'
import { useStore } from '../design/store.js'
import { PageMessage } from '../frame/page-message.js'
import { PageSkeleton } from '../frame/page-skeleton.js'
import { SideList } from '../frame/side-list.js'
import { TopBar } from '../frame/top-bar.js'
import { t } from '../i18n/i18n.js'
import type { User } from '../service/user.js'
import { useWorkspaces } from '../service/workspaces.js'
import { alertOf, alertOfMention, alerts, setAlerts } from './alert.js'
import type { Conversation } from './conversation.js'
import { ConversationList } from './conversation-list.js'
import { type ConversationActions, ConversationView } from './conversation-view.js'
import { filterOf, queryOf } from './list-filter.js'
import { ListTools } from './list-tools.js'
import { ringsFor } from './rings-for.js'
import { type SavedFilter, SavedFilters } from './saved-filters.js'
import {
  conversationQuery,
  type Mention,
  useConversations,
  useFound,
  useLiveInbox,
  usePrefetched,
} from './use-conversations.js'
import { usePanes } from './use-panes.js'
import { useSetup } from './use-setup.js'
import { type View, viewNamed, views } from './views.js'
import './inbox.css'

const TranscriptPage = onDemand(() => import('./transcript-page.js'))
const InboxMetrics = onDemand(() => import('./inbox-metrics.js'))
const ShortcutSheet = onDemand(() => import('./shortcut-sheet.js'))

interface InboxPageProps {
  user: User
  workspaceId: string
  /** `unassigned` by default. */
  view?: string | undefined
  /** The open conversation. */
  sessionId?: string | undefined
  /** Shown in place of the conversation: `details` on a phone, or `transcript` to print. */
  pane?: string | undefined
}

/** Conversations that people answer: views, the list of one view, and the open conversation. */
export default function InboxPage({ user, workspaceId, view: named = 'unassigned', sessionId, pane }: InboxPageProps) {
  const workspaces = useWorkspaces()
  const workspace = workspaces.data?.find(({ id }) => id === workspaceId)
  const isSupervisor = roleCan(workspace?.role, 'inbox.supervise')
  const hasMetrics = named === metricsView && isSupervisor
  const view = hasMetrics ? 'mine' : viewNamed(named)
  if (workspaces.error)
    return <PageMessage title={t('This did not work')} text={workspaces.error.message} onRetry={workspaces.refetch} />
  if (workspaces.isPending) return <PageSkeleton />
  if (!view || !workspace)
    return (
      <PageMessage title={t('There is no such page')} text={t('It is for members only, or its address has a typo.')} />
    )
  if (pane === 'transcript' && sessionId !== undefined)
    return <TranscriptPage workspaceId={workspaceId} sessionId={sessionId} view={view} />
  return (
    <>
      <TopBar user={user}>
        <Link href={`/workspaces/${workspace.id}`} className="button plain cut">
          <BotIcon icon={workspace.icon} /> <span className="cut">{workspace.name}</span>
        </Link>
      </TopBar>
      {hasMetrics ? (
        <MetricsPage workspaceId={workspaceId} />
      ) : (
        <Inbox
          key={workspaceId}
          workspaceId={workspaceId}
          userId={user.id}
          isSupervisor={isSupervisor}
          view={view}
          sessionId={sessionId}
          hasDetailsAddress={pane === 'details'}
        />
      )}
    </>
  )
}

/** In place of the name of a view. */
const metricsView = 'analytics'

function MetricsPage({ workspaceId }: { workspaceId: string }) {
  const { names } = useSetup(workspaceId)
  return (
    <main className="inbox-analytics">
      <InboxMetrics workspaceId={workspaceId} base={`/workspaces/${workspaceId}/inbox`} names={names} />
    </main>
  )
}

interface InboxProps {
  workspaceId: string
  userId: string
  /** The user sees the conversations of all bots, and can open them. */
  isSupervisor: boolean
  view: View
  sessionId: string | undefined
  hasDetailsAddress: boolean
}

function Inbox({ workspaceId, userId, isSupervisor, view, sessionId, hasDetailsAddress }: InboxProps) {
  const [, go] = useLocation()
  const queries = useQueryClient()
  const query = useSearch()
  const filter = useMemo(() => filterOf(query), [query])
  const [search, setSearch] = useState('')
  const sought = useDelayed(search.trim())
  const searchField = useRef<HTMLInputElement>(null)
  const list = useConversations(workspaceId, view, filter)
  const found = useFound(workspaceId, sought)
  const isSearching = sought !== ''
  const conversations = isSearching ? (found.data ?? []) : list.conversations
  const { names, members, teams, bots, channels, saved } = useSetup(workspaceId)
  const shown = isSearching ? found : list
  const [hasSheet, setSheet] = useState(false)
  const actions = useRef<ConversationActions>(null)
  const base = `/workspaces/${workspaceId}/inbox`
  const openedAt = conversations.findIndex((one) => one.sessionId === sessionId)
  const lastAt = useRef(0)
  if (openedAt >= 0) lastAt.current = openedAt
  const panes = usePanes({ base, view, filter, sessionId, hasDetailsAddress })
  const { open, hasDetails } = panes
  /** The one that takes the place of the open one, which left the list, or the one beside it. */
  const neighbour = (step: 1 | -1): string | undefined => {
    if (openedAt >= 0) return conversations[openedAt + step]?.sessionId
    return conversations[sessionId === undefined ? 0 : Math.min(lastAt.current, conversations.length - 1)]?.sessionId
  }
  usePrefetched(workspaceId, [
    conversations[openedAt + 1]?.sessionId,
    conversations[Math.max(openedAt - 1, 0)]?.sessionId,
  ])
  const known = useRef(new Map<string, string | null>())
  const onChange = useCallback(
    (changed: Conversation) => {
      const before = known.current.get(changed.sessionId)
      known.current.set(changed.sessionId, changed.waitingSince)
      const isNew = changed.waitingSince !== null && changed.waitingSince !== before
      if (isNew && ringsFor(changed, userId, teams)) alertOf(workspaceId, changed)
    },
    [userId, workspaceId, teams],
  )
  const onMention = useCallback((mention: Mention) => alertOfMention(workspaceId, mention), [workspaceId])
  useLiveInbox(workspaceId, userId, { onChange, onMention })
  useKeys({
    j: () => open(neighbour(1) ?? sessionId),
    k: () => open(neighbour(-1) ?? sessionId),
    Enter: () => (sessionId === undefined ? open(conversations[0]?.sessionId) : actions.current?.write('person')),
    r: () => actions.current?.write('person'),
    n: () => actions.current?.write('note'),
    t: () => actions.current?.take(),
    e: () => actions.current?.resolve(),
    b: () => actions.current?.giveBack(),
    z: () => actions.current?.undo(),
    i: () => sessionId !== undefined && panes.toggleDetails(),
    '/': () => searchField.current?.focus(),
    '?': () => setSheet(true),
    Escape: () =>
      hasDetailsAddress && panes.isPhone ? panes.toggleDetails() : sessionId !== undefined && panes.close(),
    ...Object.fromEntries(views.map(({ id }, index) => [String(index + 1), () => go(`${base}/${id}`)])),
  })
  return (
    <main className="inbox" data-open={sessionId !== undefined} data-details={hasDetails}>
      <h1 className="visually-hidden">{t('Inbox')}</h1>
      <ViewList
        workspaceId={workspaceId}
        base={base}
        current={view}
        query={`${view}${queryOf(filter)}`}
        saved={saved}
        isSupervisor={isSupervisor}
        onSheet={() => setSheet(true)}
      />
      <section className="inbox-list" aria-label={views.find(({ id }) => id === view)?.label}>
        <ListTools
          workspaceId={workspaceId}
          view={view}
          bots={bots}
          channels={channels}
          teams={teams.map(({ id, name }) => [id, name])}
          search={search}
          filter={filter}
          saved={saved}
          field={searchField}
          onSearch={setSearch}
          onFilter={(next) => go(`${base}/${view}${queryOf(next)}`)}
        />
        {shown.error && <p className="notice danger">{shown.error.message}</p>}
        {shown.isSuccess && conversations.length === 0 && (
          <p className="empty">
            {isSearching
              ? t('No conversation has these words.')
              : queryOf(filter) === ''
                ? emptyTexts[view]
                : t('No conversation matches the filter.')}
          </p>
        )}
        <ConversationList
          key={isSearching ? 'search' : `${view} ${query}`}
          conversations={conversations}
          openedId={sessionId}
          hasMore={!isSearching && list.hasNextPage && !list.isFetchingNextPage}
          names={names}
          onOpen={open}
          onHover={(id) => void queries.prefetchQuery({ ...conversationQuery(workspaceId, id), staleTime: 15_000 })}
          onEnd={list.fetchNextPage}
        />
      </section>
      {sessionId === undefined ? (
        <section className="inbox-conversation inbox-nothing" aria-label={t('Conversation')}>
          <p className="soft">{t('Choose a conversation. Press ? for keyboard shortcuts.')}</p>
        </section>
      ) : (
        <ConversationView
          key={sessionId}
          workspaceId={workspaceId}
          sessionId={sessionId}
          userId={userId}
          names={names}
          members={members}
          teams={teams}
          isSupervisor={isSupervisor}
          hasDetails={hasDetails}
          isPhone={panes.isPhone}
          actions={actions}
          onBack={panes.close}
          onDetails={panes.toggleDetails}
          onTranscript={panes.openTranscript}
          onTaken={() => takenFrom.has(view) && panes.moveTo('mine')}
          onDone={() => open(neighbour(1))}
        />
      )}
      {hasSheet && (
        <DialogPart>
          <ShortcutSheet onClose={() => setSheet(false)} />
        </DialogPart>
      )}
    </main>
  )
}

const emptyTexts: Readonly<Record<View, string>> = {
  mine: t('You answer no conversation at the moment.'),
  mentioned: t('No note mentions you.'),
  unassigned: t('Nobody waits for a person.'),
  open: t('No open conversations. Take one over from the results of a bot.'),
  answered: t('No conversation waits for its visitor.'),
  snoozed: t('Nothing is snoozed.'),
  resolved: t('No resolved conversations yet.'),
  live: t('No bot talks to anybody at the moment.'),
  returned: t('No conversation was given back to the bot yet.'),
}

/** Views that a conversation leaves when somebody takes it: it stays open in Mine. */
const takenFrom: ReadonlySet<View> = new Set(['unassigned', 'live', 'returned'])

interface ViewListProps {
  workspaceId: string
  base: string
  current: View
  /** View and query of the page. */
  query: string
  saved: readonly SavedFilter[]
  isSupervisor: boolean
  onSheet(): void
}

function ViewList({ workspaceId, base, current, query, saved, isSupervisor, onSheet }: ViewListProps) {
  const counts = useCounts(workspaceId)
  const isOn = useStore(alerts, (it) => it.isOn)
  return (
    <div className="inbox-views">
      <SideList label={t('Inbox')} base={base} items={views} current={current} counts={counts} />
      <SavedFilters workspaceId={workspaceId} base={base} current={query} saved={saved} />
      <div className="row inbox-tools">
        {isSupervisor && (
          <Link
            href={`${base}/${metricsView}`}
            className="button plain icon-only"
            aria-label={t('Analytics')}
            title={t('Analytics')}
          >
            <ChartColumn size={16} />
          </Link>
        )}
        <button
          type="button"
          className="button plain icon-only"
          aria-pressed={isOn}
          aria-label={t('Sound and notifications')}
          title={t('Sound and notifications')}
          onClick={() => setAlerts(!isOn)}
        >
          {isOn ? <Bell size={16} /> : <BellOff size={16} />}
        </button>
        <button
          type="button"
          className="button plain icon-only"
          aria-label={t('Keyboard shortcuts')}
          title={t('Keyboard shortcuts')}
          onClick={onSheet}
        >
          <Keyboard size={16} />
        </button>
      </div>
    </div>
  )
}

/** Conversations that wait for a reply, by view, as far as they are loaded. The title of the page shows those of the user. */
function useCounts(workspaceId: string): Partial<Record<View, string>> {
  const mine = useConversations(workspaceId, 'mine')
  const unassigned = useConversations(workspaceId, 'unassigned')
  const waiting = mine.conversations.filter(({ waitingSince }) => waitingSince !== null).length
  const shown = (count: number, hasMore: boolean) => (count > 0 ? `${count}${hasMore ? '+' : ''}` : '')
  const counts = {
    mine: shown(waiting, mine.hasNextPage),
    unassigned: shown(unassigned.conversations.length, unassigned.hasNextPage),
  }
  useEffect(() => {
    const before = document.title
    document.title = counts.mine === '' ? t('Inbox') : t('({count}) Inbox', { count: counts.mine })
    return () => {
      document.title = before
    }
  }, [counts.mine])
  return counts
}

/** A text once it has not changed for a moment. */
function useDelayed(text: string): string {
  const [delayed, setDelayed] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), text === '' ? 0 : typingPause)
    return () => clearTimeout(timer)
  }, [text])
  return delayed
}

/** Milliseconds. */
const typingPause = 200

/** Runs what a key does, unless somebody types or a window is open. */
function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event) || event.metaKey || event.ctrlKey || event.altKey) return
      const isOnControl = event.key === 'Enter' && (event.target as Element).closest('button, a, [tabindex="0"]')
      const run = latest.current[event.key]
      if (!run || isOnControl) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
