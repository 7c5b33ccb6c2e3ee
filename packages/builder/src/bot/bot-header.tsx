import { ArrowLeft, Play, Redo2, Search, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { redo, undo } from '../canvas/actions.js'
import { onDemand, Part } from '../design/on-demand.js'
import { useOpenInView } from '../design/use-open-in-view.js'
import { setField } from '../document/commands/set-field.js'
import { commandPalette } from './command-palette-state.js'
import { IconBox } from './icon-box.js'
import { IfNotAlone } from './if-not-alone.js'
import { PublishMenu } from './publish-menu.js'
import { useDocument, useEditingState, useStudio, useView } from './studio.js'
import { useTrail } from './trail.js'

const SavingSign = onDemand(() => import('./saving-sign.js'))
const TrailLinks = onDemand(() => import('./trail-links.js'), { isSoon: true })

const tabs = [
  ['build', 'Build'],
  ['theme', 'Theme'],
  ['settings', 'Settings'],
  ['share', 'Share'],
  ['results', 'Results'],
  ['analytics', 'Analytics'],
  ['versions', 'Versions'],
] as const

/** The bar above all pages of a bot. */
export function BotHeader({ page }: { page: string }) {
  const studio = useStudio()
  const { bot, view } = studio
  const [, go] = useLocation()
  const trail = useTrail()
  const undoable = useEditingState((state) => state.undoable.at(-1)?.label)
  const redoable = useEditingState((state) => state.redoable.at(-1)?.label)
  const isPreviewing = useView((it) => it.isPreviewOpen)
  const preview = () => {
    if (isPreviewing && page === 'build') view.set({ isPreviewOpen: false })
    else studio.preview()
    if (page !== 'build') go(`/bots/${bot.id}`)
  }
  return (
    <header className="bot-bar">
      <Link href={`/workspaces/${bot.workspaceId}`} className="button plain icon-only" aria-label="To all bots">
        <ArrowLeft size={16} />
      </Link>
      {trail.length > 0 && (
        <Part>
          <TrailLinks trail={trail} />
        </Part>
      )}
      <IconBox />
      <BotName />
      <Part waiting={<span className="saving" />}>
        <SavingSign />
      </Part>
      <Tabs botId={bot.id} page={page} />
      <IfNotAlone show="faces" />
      <button
        type="button"
        className="button plain icon-only hide-narrow"
        aria-label="Go to anything"
        title="Go to anything (Ctrl K)"
        onClick={() => commandPalette.set({ isOpen: true })}
      >
        <Search size={16} />
      </button>
      <button
        type="button"
        className="button plain icon-only"
        aria-label={undoable ? `Undo: ${undoable}` : 'Undo'}
        title={undoable ? `Undo: ${undoable}` : 'Nothing to undo'}
        disabled={!undoable}
        onClick={() => undo(studio)}
      >
        <Undo2 size={16} />
      </button>
      <button
        type="button"
        className="button plain icon-only"
        aria-label={redoable ? `Redo: ${redoable}` : 'Redo'}
        title={redoable ? `Redo: ${redoable}` : 'Nothing to redo'}
        disabled={!redoable}
        onClick={() => redo(studio)}
      >
        <Redo2 size={16} />
      </button>
      <button type="button" className="button" aria-pressed={isPreviewing} onClick={preview}>
        <Play size={14} /> Preview
      </button>
      <PublishMenu />
    </header>
  )
}

/** The pages of a bot. Where they do not all fit, the open one is scrolled into view. */
function Tabs({ botId, page }: { botId: string; page: string }) {
  const tabRow = useOpenInView(page)
  return (
    <nav className="bot-tabs" aria-label="Pages of the bot" ref={tabRow}>
      {tabs.map(([id, label]) => (
        <Link
          key={id}
          href={`/bots/${botId}${id === 'build' ? '' : `/${id}`}`}
          aria-current={page === id ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function BotName() {
  const { editing } = useStudio()
  const name = useDocument((document) => document.name)
  const [draft, setDraft] = useState(name)
  useEffect(() => setDraft(name), [name])
  const commit = () => {
    if (draft.trim() === '') setDraft(name)
    else editing.run('Rename bot', setField(['name'], draft.trim()))
  }
  return (
    <input
      className="bot-name"
      aria-label="Name of the bot"
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
}
