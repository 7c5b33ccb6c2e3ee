import { type Exit, findBlock } from '@colloquy/flow/operations'
import { PanelLeftClose, Plus } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { deleteChosen } from '../canvas/actions/actions.js'
import { pickBlockAfter } from '../canvas/actions/add-actions.js'
import { eventPresentation } from '../canvas/nodes/event-presentation.js'
import { useNames } from '../canvas/nodes/use-names.js'
import { openTargetPicker } from '../canvas/palette/target-picker-state.js'
import { countsOf, useThreads } from '../comments/use-threads.js'
import { focusAfter } from '../design/focus-after.js'
import { isNote } from '../document/is-note.js'
import { isNarrow, useBotEditor, useDocument, useView } from '../editor/bot-editor.js'
import { useBreakpoints } from '../editor/breakpoints.js'
import { t } from '../i18n/i18n.js'
import FirstSteps from '../templates/first-steps.js'
import './outline.css'
import { exitTitlesOf } from './exit-titles.js'
import { OutlineGroup, type OutlineTools } from './outline-group.js'

/** Number of groups above which they are collapsed at first. */
const manyGroups = 80

/** The flow as a tree beside the canvas, with the same groups, blocks, exits and selection, for editing by keyboard. */
export default function Outline() {
  const editor = useBotEditor()
  const { view } = editor
  const names = useNames()
  const groups = useDocument((document) => document.groups)
  const events = useDocument((document) => document.events)
  const edges = useDocument((document) => document.edges)
  const titles = useMemo(() => groups.map(({ id, title }) => `${id} ${title}`).join('\n'), [groups])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the titles of the groups matter here
  const leads = useMemo(() => exitTitlesOf(edges, groups), [edges, titles])
  const threads = useThreads()
  const comments = useMemo(() => countsOf(threads), [threads])
  const breakpointIds = useBreakpoints(editor.bot.id)
  const breakpoints = useMemo(() => new Set(breakpointIds), [breakpointIds])
  const [folded, setFolded] = useState(() => new Set(groups.length > manyGroups ? groups.map(({ id }) => id) : []))
  const tree = useRef<HTMLUListElement>(null)
  const tools: OutlineTools = useMemo(
    () => ({
      choose: (location) => {
        const { nodeId, blockId } = location
        view.set({ nodeIds: new Set(blockId ? [] : [nodeId]), edgeIds: new Set(), blockId })
        view.set({ focus: { nodeId, blockId, isFollowed: true } })
      },
      open: (location) => {
        editor.show(location)
        view.set({ isFormWanted: true })
      },
      fold: (id, isFolded) =>
        setFolded((before) => {
          const next = new Set(before)
          if (isFolded) next.add(id)
          else next.delete(id)
          return next
        }),
    }),
    [editor, view],
  )
  useFollowing(tree, tools)
  useEffect(() => {
    if (!isNarrow()) tree.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    if (tree.current && !tree.current.querySelector('[tabindex="0"]')) tree.current.tabIndex = 0
  })
  const press = (event: KeyboardEvent) => pressKey(event, tree.current!, () => deleteChosen(editor))
  return (
    <aside className="outline" aria-label={t('Outline')}>
      <div className="side-head">
        <h2 className="grow">{t('Outline')}</h2>
        {!editor.isReadOnly && groups.length > 0 && (
          <button
            type="button"
            className="button plain icon-only"
            aria-label={t('Add a block')}
            title={t('Add a block below the selection')}
            onClick={() => pickBlockAfter(editor, { x: 0, y: 0 })}
          >
            <Plus size={16} />
          </button>
        )}
        <button
          type="button"
          className="button plain icon-only"
          aria-label={t('Close the outline')}
          onClick={() => view.set({ isOutlineOpen: false })}
        >
          <PanelLeftClose size={16} />
        </button>
      </div>
      <ul
        ref={tree}
        className="outline-tree"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the style sheet treats the items of the tree as list items
        role="tree"
        aria-label={t('Groups and blocks')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a tree takes the focus and passes it to one of its items
        tabIndex={0}
        onKeyDown={press}
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget) restingItem(currentTarget)?.focus()
          else rove(currentTarget, target)
        }}
      >
        {events.map((event) => (
          <OutlineEvent
            key={event.id}
            id={event.id}
            label={eventPresentation[event.type].label}
            to={leads.get(event.id)}
            tools={tools}
          />
        ))}
        {groups
          .filter((group) => !isNote(group))
          .map((group) => (
            <OutlineGroup
              key={group.id}
              group={group}
              leads={leads}
              names={names}
              comments={comments}
              breakpoints={breakpoints}
              isFolded={folded.has(group.id)}
              tools={tools}
            />
          ))}
      </ul>
      {groups.length === 0 &&
        (isNarrow() ? (
          <div className="outline-empty">
            <FirstSteps />
          </div>
        ) : (
          <p className="soft outline-empty">{t('There are no groups yet. Press / to add a block.')}</p>
        ))}
    </aside>
  )
}

interface OutlineEventProps {
  id: string
  label: string
  to: string | undefined
  tools: OutlineTools
}

const OutlineEvent = memo(({ id, label, to, tools }: OutlineEventProps) => {
  const isChosen = useView((it) => it.nodeIds.has(id))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    <li
      role="treeitem"
      tabIndex={-1}
      aria-level={1}
      aria-selected={isChosen}
      aria-label={to ? t('Event {label}, leads to {to}', { label, to }) : t('Event {label}, leads nowhere', { label })}
      data-node-id={id}
      data-exit={JSON.stringify({ eventId: id } satisfies Exit)}
      data-exit-name={label}
      onFocus={(event) => event.target === event.currentTarget && tools.choose({ nodeId: id })}
      onClick={() => tools.open({ nodeId: id })}
    >
      <span className="outline-row outline-head">
        <span className="cut grow">{label}</span>
        {to && <span className="faint cut">→ {to}</span>}
      </span>
    </li>
  )
})

/** Scrolls the selection of the canvas into view in the outline. */
function useFollowing(tree: React.RefObject<HTMLElement | null>, tools: OutlineTools): void {
  const blockId = useView((it) => it.blockId)
  const nodeId = useView((it) => [...it.nodeIds][0])
  const groupId = useDocument((document) =>
    blockId === undefined ? undefined : findBlock(document, blockId)?.group.id,
  )
  useEffect(() => {
    if (tree.current?.contains(document.activeElement)) return
    if (groupId !== undefined) tools.fold(groupId, false)
    const id = blockId ?? nodeId
    if (id === undefined) return
    const frame = requestAnimationFrame(() => itemOf(tree.current, id)?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [tree, tools, blockId, nodeId, groupId])
}

const itemOf = (tree: HTMLElement | null, id: string) =>
  tree?.querySelector<HTMLElement>(`[data-outline-block="${CSS.escape(id)}"],[data-node-id="${CSS.escape(id)}"]`)

const itemsOf = (tree: HTMLElement) => [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')]

/** Tab reaches one item at a time: the one that had the focus last. */
function rove(tree: HTMLElement, item: HTMLElement): void {
  for (const before of tree.querySelectorAll<HTMLElement>('[role="treeitem"][tabindex="0"]')) before.tabIndex = -1
  item.tabIndex = 0
  tree.tabIndex = -1
}

const restingItem = (tree: HTMLElement) => tree.querySelector<HTMLElement>('[aria-selected="true"]') ?? itemsOf(tree)[0]

/** Handles the keys of a tree: up and down, in and out, and the actions of an item. */
function pressKey(event: KeyboardEvent, tree: HTMLElement, remove: () => void): void {
  const item = (event.target as HTMLElement).closest<HTMLElement>('[role="treeitem"]')
  if (!item || event.altKey || event.ctrlKey || event.metaKey) return
  const items = itemsOf(tree)
  const index = items.indexOf(item)
  const go = (to: HTMLElement | undefined | null) => to?.focus()
  const isOpen = item.getAttribute('aria-expanded')
  const keys: Record<string, () => void> = {
    ArrowDown: () => go(items[index + 1]),
    ArrowUp: () => go(items[index - 1]),
    Home: () => go(items[0]),
    End: () => go(items.at(-1)),
    ArrowRight: () => (isOpen === 'false' ? toggle(item) : go(item.querySelector<HTMLElement>('[role="treeitem"]'))),
    ArrowLeft: () =>
      isOpen === 'true' ? toggle(item) : go(item.parentElement?.closest<HTMLElement>('[role="treeitem"]')),
    Enter: () => item.click(),
    Delete: () => {
      const next = items[index - 1]
      focusAfter(remove, () => (next?.isConnected ? next : items[0]))
    },
  }
  const isConnecting = event.key.toLowerCase() === 'e' && item.dataset.exit !== undefined
  const run = isConnecting
    ? () => openTargetPicker(JSON.parse(item.dataset.exit!) as Exit, item.dataset.exitName!)
    : keys[event.key === 'Backspace' ? 'Delete' : event.key]
  if (!run) return
  event.preventDefault()
  event.stopPropagation()
  run()
}

const toggle = (item: HTMLElement) => item.querySelector<HTMLElement>('.outline-fold')?.click()
