import { roleCan } from '@colloquy/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff, Keyboard } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { BotIcon } from '../design/bot-icon.js'
import { isTyping } from '../design/is-typing.js'
import { keptInBrowser } from '../design/kept.js'
import { DialogPart, onDemand } from '../design/on-demand.js'
import { Select } from '../design/select.js'
import { useStore } from '../design/store.js'
import { useOpenInView } from '../design/use-open-in-view.js'
import { PageMessage } from '../frame/page-message.js'
import { PageSkeleton } from '../frame/page-skeleton.js'
import { TopBar } from '../frame/top-bar.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import type { User } from '../service/user.js'
import { useWorkspaces } from '../service/workspaces.js'
import { alertOf, alerts, setAlerts } from './alert.js'
import { type Conversation, type Member, nameOf } from './conversation.js'
import { ConversationList } from './conversation-list.js'
import { type ConversationActions, ConversationView } from './conversation-view.js'
import { conversationQuery, useConversations, useLiveInbox, usePrefetched } from './use-conversations.js'
import { type View, viewNamed, views } from './views.js'
import './inbox.css'

const ShortcutSheet = onDemand(() => import('./shortcut-sheet.js'))

interface InboxPageProps {
  user: User
  workspaceId: string
  view: string
  /** The open conversation. */
  sessionId: string | undefined
}

/** Conversations that people answer: views, the list of one view, and the open conversation. */
export default function InboxPage({ user, workspaceId, view: named, sessionId }: InboxPageProps) {
  const workspaces = useWorkspaces()
  const workspace = workspaces.data?.find(({ id }) => id === workspaceId)
  const view = viewNamed(named)
  if (workspaces.error)
    return <PageMessage title={t('This did not work')} text={workspaces.error.message} onRetry={workspaces.refetch} />
  if (workspaces.isPending) return <PageSkeleton />
  if (!view || !workspace)
    return (
      <PageMessage title={t('There is no such page')} text={t('It is for members only, or its address has a typo.')} />
    )
  return (
    <>
      <TopBar user={user}>
        <Link href={`/workspaces/${workspace.id}`} className="button plain cut">
          <BotIcon icon={workspace.icon} /> <span className="cut">{workspace.name}</span>
        </Link>
      </TopBar>
      <Inbox key={workspaceId} workspaceId={workspaceId} userId={user.id} view={view} sessionId={sessionId} />
    </>
  )
}

interface InboxProps {
  workspaceId: string
  userId: string
  view: View
  sessionId: string | undefined
}

function Inbox({ workspaceId, userId, view, sessionId }: InboxProps) {
  const [, go] = useLocation()
  const queries = useQueryClient()
  const [botId, setBotId] = useState('')
  const filter = useMemo(() => (botId === '' ? {} : { botId }), [botId])
  const list = useConversations(workspaceId, view, filter)
  const { conversations } = list
  const { names, members, bots } = useNames(workspaceId)
  const [hasDetails, setDetails] = useDetails()
  const [hasSheet, setSheet] = useState(false)
  const actions = useRef<ConversationActions>(null)
  const base = `/workspaces/${workspaceId}/inbox`
  const openedAt = conversations.findIndex((one) => one.sessionId === sessionId)
  const lastAt = useRef(0)
  if (openedAt >= 0) lastAt.current = openedAt
  const open = useCallback(
    (id: string | undefined) => go(`${base}/${view}${id === undefined ? '' : `/${id}`}`),
    [go, base, view],
  )
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
      const isForUser = changed.assigneeId === userId || changed.assigneeId === null
      const isNew = changed.waitingSince !== null && changed.waitingSince !== before
      if (changed.state === 'open' && isForUser && isNew) alertOf(workspaceId, changed)
    },
    [userId, workspaceId],
  )
  useLiveInbox(workspaceId, userId, onChange)
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
    i: () => setDetails(!hasDetails),
    '?': () => setSheet(true),
    Escape: () => open(undefined),
    ...Object.fromEntries(views.map(({ id }, index) => [String(index + 1), () => go(`${base}/${id}`)])),
  })
  return (
    <main className="inbox" data-open={sessionId !== undefined} data-details={hasDetails && sessionId !== undefined}>
      <h1 className="visually-hidden">{t('Inbox')}</h1>
      <ViewList workspaceId={workspaceId} base={base} current={view} onSheet={() => setSheet(true)} />
      <section className="inbox-list" aria-label={views.find(({ id }) => id === view)?.label}>
        {bots.length > 1 && (
          <div className="inbox-filter">
            <Select
              isLabelHidden
              label={t('Bot')}
              value={botId}
              choices={[['', t('All bots')], ...bots]}
              onChange={setBotId}
            />
          </div>
        )}
        {list.error && <p className="notice danger">{list.error.message}</p>}
        {list.isSuccess && conversations.length === 0 && <p className="empty">{emptyTexts[view]}</p>}
        <ConversationList
          key={`${view} ${botId}`}
          conversations={conversations}
          openedId={sessionId}
          hasMore={list.hasNextPage && !list.isFetchingNextPage}
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
          botId={conversations[openedAt]?.botId}
          hasDetails={hasDetails}
          actions={actions}
          onBack={() => open(undefined)}
          onDetails={() => setDetails(!hasDetails)}
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
  unassigned: t('Nobody waits for a person.'),
  open: t('No open conversations. Take one over from the results of a bot.'),
  answered: t('No conversation waits for its visitor.'),
  snoozed: t('Nothing is snoozed.'),
  resolved: t('No resolved conversations yet.'),
  returned: t('No conversation was given back to the bot yet.'),
}

interface ViewListProps {
  workspaceId: string
  base: string
  current: View
  onSheet(): void
}

function ViewList({ workspaceId, base, current, onSheet }: ViewListProps) {
  const row = useOpenInView(current)
  const counts = useCounts(workspaceId)
  const isOn = useStore(alerts, (it) => it.isOn)
  return (
    <div className="inbox-views">
      <nav aria-label={t('Inbox')} ref={row}>
        {views.map(({ id, label, icon: Icon }) => (
          <Link key={id} href={`${base}/${id}`} aria-current={id === current ? 'page' : undefined}>
            <Icon size={15} aria-hidden /> <span className="grow">{label}</span>
            {counts[id] && <span className="inbox-count">{counts[id]}</span>}
          </Link>
        ))}
      </nav>
      <div className="row inbox-tools">
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

/** Names of the bots and the people of the workspace. */
function useNames(workspaceId: string) {
  const bots = useQuery({ queryKey: ['bots', workspaceId, ''], queryFn: () => api.listBots({ workspaceId }) })
  const people = useQuery({ queryKey: ['members', workspaceId], queryFn: () => api.listMembers({ workspaceId }) })
  return useMemo(() => {
    const members: Member[] = people.data?.members.filter(({ role }) => roleCan(role, 'inbox.use')) ?? []
    const names = new Map<string, string>()
    for (const { id, name } of bots.data?.bots ?? []) names.set(id, name)
    for (const member of members) names.set(member.userId, nameOf(member))
    return { names, members, bots: bots.data?.bots.map(({ id, name }) => [id, name] as const) ?? [] }
  }, [bots.data, people.data])
}

const detailsKey = 'colloquy-inbox-details'

function useDetails() {
  const [isShown, setShown] = useState(
    () => (keptInBrowser.get(detailsKey) ?? (innerWidth >= 1240 ? '1' : '0')) === '1',
  )
  const show = (next: boolean) => {
    keptInBrowser.set(detailsKey, next ? '1' : '0')
    setShown(next)
  }
  return [isShown, show] as const
}

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
