import {
  Braces,
  FlaskConical,
  ListTree,
  type LucideIcon,
  MessageSquareText,
  PlaySquare,
  SlidersHorizontal,
  TriangleAlert,
  X,
} from 'lucide-react'
import type { ComponentType, KeyboardEvent } from 'react'
import { ignoresKeys } from '../canvas/keys/ignores-keys.js'
import { focusChosen } from '../canvas/view/focus-chosen.js'
import { useUnread } from '../comments/use-threads.js'
import { onDemand, Part } from '../design/on-demand.js'
import { useStore } from '../design/store.js'
import { type BotEditor, isNarrow, type Panel, useBotEditor, useDocument, useView } from '../editor/bot-editor.js'
import { useProblems } from '../editor/use-problems.js'
import { testState } from '../flow-tests/tests-state.js'
import { useWishUntilMoved } from '../forms/use-wanted-focus.js'
import { t } from '../i18n/i18n.js'
import './side-panel.css'

const Preview = onDemand(() => import('../preview/preview.js'))

interface PanelEntry {
  label: string
  icon: LucideIcon
  view: ComponentType
}

const panels: Readonly<Record<Panel, PanelEntry>> = {
  details: {
    label: t('Details'),
    icon: SlidersHorizontal,
    view: onDemand(() => import('../inspector/inspector.js'), { isSoon: true }),
  },
  comments: {
    label: t('Comments'),
    icon: MessageSquareText,
    view: onDemand(() => import('../comments/comments-panel.js'), { isSoon: true }),
  },
  variables: {
    label: t('Variables'),
    icon: Braces,
    view: onDemand(() => import('./variables-panel.js'), { isSoon: true }),
  },
  problems: {
    label: t('Problems'),
    icon: TriangleAlert,
    view: onDemand(() => import('./problems-panel.js'), { isSoon: true }),
  },
  tests: {
    label: t('Tests'),
    icon: FlaskConical,
    view: onDemand(() => import('../flow-tests/tests-panel.js'), { isSoon: true }),
  },
}

/**
 * Guests see neither comments nor problems: much of what a flow needs is hidden from them. Tests contain answers of services and are for
 * people who may edit.
 */
const shownTo = (can: BotEditor['can']): readonly Panel[] =>
  !can('bot.read')
    ? ['details', 'variables']
    : (Object.keys(panels) as Panel[]).filter((id) => id !== 'tests' || can('bot.edit'))

/**
 * The panel at the right of the canvas: one tab at a time. The preview is one of them; it keeps running while another tab is shown, and on
 * wide screens appears beside it. With everything closed only the tabs remain, as icons.
 */
export function SidePanel() {
  const { view, can } = useBotEditor()
  const panel = useView((it) => it.panel)
  const isPreviewOpen = useView((it) => it.isPreviewOpen)
  const isPreviewWide = useView((it) => it.isPreviewWide)
  const isFormWanted = useView((it) => it.isFormWanted && (panel === 'details' || panel === 'comments'))
  const isChatWanted = useView((it) => it.isChatWanted)
  useWishUntilMoved()
  const Shown = panel && panels[panel].view
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    focusChosen(view.get())
  }
  return (
    <div
      className="side-room"
      data-open={panel !== undefined || isPreviewOpen}
      data-both={panel !== undefined && isPreviewOpen}
      data-wide={isPreviewWide && panel === undefined}
    >
      <Tabs can={can} />
      {panel && Shown && (
        // biome-ignore lint/a11y/noNoninteractiveElementInteractions: Escape leaves any field and returns to what is chosen
        <aside className="side" aria-label={panels[panel].label} onKeyDown={leave}>
          <h2 className="visually-hidden">{panels[panel].label}</h2>
          <button
            type="button"
            className="button plain small icon-only side-close"
            aria-label={t('Close the panel')}
            onClick={() => view.set({ panel: undefined })}
          >
            <X size={15} />
          </button>
          <Part key={panel} waiting={<p className="empty">{t('Opening…')}</p>} keysFor={isFormWanted && '.side'}>
            <Shown />
          </Part>
        </aside>
      )}
      {isPreviewOpen && (
        <aside className="side preview" aria-label={t('Preview')} tabIndex={-1} {...ignoresKeys} onKeyDown={leave}>
          <Part waiting={<p className="empty">{t('Opening…')}</p>} keysFor={isChatWanted && '.preview'}>
            <Preview />
          </Part>
        </aside>
      )}
    </div>
  )
}

function Tabs({ can }: Pick<BotEditor, 'can'>) {
  const { view, preview } = useBotEditor()
  const panel = useView((it) => it.panel)
  const isPreviewOpen = useView((it) => it.isPreviewOpen)
  const isOutlineOpen = useView((it) => it.isOutlineOpen)
  const { problems } = useProblems()
  // A new bot without groups has no errors to report yet.
  const isBegun = useDocument(({ groups }) => groups.length > 0)
  const errors = isBegun ? problems.filter(({ severity }) => severity === 'error').length : 0
  const failed = useStore(testState, ({ report }) => report?.counts.failed ?? 0)
  const unread = useUnread().length
  const counts: Partial<Record<Panel, readonly [number, string]>> = {
    comments: [unread, t('Comments, {unread} new', { unread })],
    problems: [errors, t('Problems, {errors} errors', { errors })],
    tests: [failed, t('Tests, {failed} failed', { failed })],
  }
  const toggle = (id: Panel) =>
    view.set({ panel: panel === id ? undefined : id, ...(isNarrow() && { isPreviewOpen: false }) })
  const showPreview = () => (isPreviewOpen ? view.set({ panel: undefined }) : preview())
  /** On a phone a panel covers the outline, whose tab then leads back to it. */
  const isOutlineSeen = isOutlineOpen && !(isNarrow() && (panel !== undefined || isPreviewOpen))
  const toggleOutline = () =>
    view.set({ isOutlineOpen: !isOutlineSeen, ...(isNarrow() && { panel: undefined, isPreviewOpen: false }) })
  const tab = (id: Panel) => (
    <Tab
      key={id}
      icon={panels[id].icon}
      label={panels[id].label}
      name={counts[id]?.[0] ? counts[id][1] : panels[id].label}
      count={counts[id]?.[0] ?? 0}
      isPressed={panel === id}
      onPress={() => toggle(id)}
    />
  )
  const [first, ...others] = shownTo(can)
  return (
    <nav className="side-tabs" aria-label={t('Panels')}>
      <Tab
        icon={ListTree}
        label={t('Outline')}
        isPressed={isOutlineSeen}
        className="tab-outline"
        onPress={toggleOutline}
      />
      {first && tab(first)}
      {can('bot.read') && (
        <Tab
          icon={PlaySquare}
          label={t('Preview')}
          name={t('Preview panel')}
          isPressed={isPreviewOpen && panel === undefined}
          isRunning={isPreviewOpen}
          onPress={showPreview}
        />
      )}
      {others.map(tab)}
    </nav>
  )
}

interface TabProps {
  icon: LucideIcon
  label: string
  /** Accessible name; begins with the label. */
  name?: string
  count?: number
  isPressed: boolean
  /** The tab keeps running while another one is shown. */
  isRunning?: boolean
  className?: string
  onPress(): void
}

const Tab = ({ icon: Icon, label, name = label, count = 0, isPressed, isRunning, className, onPress }: TabProps) => (
  <button
    type="button"
    className={className ? `side-tab ${className}` : 'side-tab'}
    title={label}
    aria-label={name}
    aria-pressed={isPressed}
    onClick={onPress}
  >
    <Icon size={17} aria-hidden />
    <span className="tab-label">{label}</span>
    {isRunning && <span className="tab-live" />}
    {count > 0 && <span className="count">{count}</span>}
  </button>
)
