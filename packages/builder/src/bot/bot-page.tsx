import { useQueryClient } from '@tanstack/react-query'
import { ReactFlowProvider } from '@xyflow/react'
import { type ReactNode, useEffect, useState } from 'react'
import { usePageKeys } from '../canvas/keys/use-page-keys.js'
import { Palette } from '../canvas/palette/palette.js'
import { PaletteRail } from '../canvas/palette/palette-rail.js'
import { commandPalette } from '../commands/palette-state.js'
import { DialogPart, onDemand, Part } from '../design/on-demand.js'
import { useStore } from '../design/store.js'
import { warmUp } from '../design/warm-up.js'
import { Announcer } from '../editor/announcer.js'
import {
  type BotEditor,
  BotEditorContext,
  isNarrow,
  openBotEditor,
  useBotEditor,
  useEditingState,
  useView,
} from '../editor/bot-editor.js'
import { keptChanges } from '../editor/saving-state.js'
import { FlowCanvas } from '../flow-view/flow-canvas.js'
import { PageMessage } from '../frame/page-message.js'
import { PageSkeleton } from '../frame/page-skeleton.js'
import { t } from '../i18n/i18n.js'
import { ServiceError } from '../service/api.js'
import type { SignIn } from '../service/signing-in.js'
import { BotHeader } from './bot-header.js'
import { pageNamed } from './pages.js'
import { SidePanel } from './side-panel.js'
import './bot-page.css'
import '../flow-view/outline.css'

const CommandPalette = onDemand(() => import('./command-palette.js'), { isSoon: true })
const Conflicts = onDemand(() => import('./conflicts.js'), { isSoon: true })
const DeletedBotNotice = onDemand(() => import('./deleted-bot-notice.js'), { isSoon: true })
const KeptEditsBar = onDemand(() => import('./kept-edits-bar.js'), { isSoon: true })
const Outline = onDemand(() => import('../flow-view/outline.js'), { isSoon: true })

const ReadOnlyHeader = onDemand(() => import('./read-only-header.js'))

interface BotPageProps {
  botId: string
  page: string
  /** Shown in place of the bot to anyone without access. */
  closed?: ReactNode
}

/** All pages of one bot. They share its document, so switching between them loses nothing. */
export default function BotPage({ botId, page: asked, closed }: BotPageProps) {
  const [editor, setEditor] = useState<BotEditor>()
  const [error, setError] = useState<Error>()
  const userId = useQueryClient().getQueryData<{ who: SignIn | null }>(['me'])?.who?.user.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: later pages load when they are shown
  useEffect(() => {
    let opened: BotEditor | undefined
    let isGone = false
    const show = (it: BotEditor) => {
      opened = it
      if (isGone) it.close()
      else setEditor(it)
    }
    const loading = pageNamed(asked)?.loadAhead()
    openBotEditor(botId, userId).then((it) => (loading ? loading.then(() => show(it)) : show(it)), setError)
    return () => {
      isGone = true
      opened?.close()
    }
  }, [botId])
  const isGuest = editor !== undefined && !editor.can('bot.read')
  useEffect(() => (editor && !isGuest ? warmUp() : undefined), [editor, isGuest])
  useEffect(() => (editor && isGuest ? lookAgain(editor, setError) : undefined), [editor, isGuest])
  useEffect(() => (editor ? countKept(editor) : undefined), [editor])
  usePageKeys(editor)
  if (error && closed && isRefused(error)) return closed
  if (error && isRefused(error)) return <PageMessage {...notShared} onRetry={() => location.reload()} />
  if (error)
    return <PageMessage title={t('This bot does not open')} text={error.message} onRetry={() => location.reload()} />
  if (!editor) return <PageSkeleton />
  const page = isGuest ? 'build' : asked
  const Page = pageNamed(page)
  return (
    <BotEditorContext value={editor}>
      <ReactFlowProvider>
        {editor.isReadOnly ? (
          <Part waiting={<header className="bot-bar" />}>
            <ReadOnlyHeader page={page} />
          </Part>
        ) : (
          <BotHeader page={page} />
        )}
        <IfKeptEdits />
        <IfConflicts />
        <main className="bot-main" id="main">
          {Page ? (
            <Part key={page} waiting={<h1 className="empty grow">{t('Opening…')}</h1>}>
              <Page />
            </Part>
          ) : (
            <Build />
          )}
        </main>
        <IfPalette />
        <IfGone />
        <Announcer />
      </ReactFlowProvider>
    </BotEditorContext>
  )
}

/** Keeps the number of unsaved changes where parts outside of the page of a bot find it. */
function countKept({ saving: { state } }: BotEditor): () => void {
  const count = () => keptChanges.set({ count: state.get().kept })
  count()
  const stop = state.subscribe(count)
  return () => {
    stop()
    keptChanges.set({ count: 0 })
  }
}

/** Guests receive no notifications. When they return to the page, it is read again, which also checks whether they still have access. */
function lookAgain({ saving }: BotEditor, onRefused: (error: Error) => void): () => void {
  const look = () => {
    if (document.visibilityState === 'hidden') return
    saving.reload().catch((error: Error) => isRefused(error) && onRefused(error))
  }
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}

const isRefused = (error: Error): boolean =>
  error instanceof ServiceError && (error.status === 401 || error.code === 'bot_not_found')

const notShared = {
  title: t('Bot not found'),
  text: t(
    'It may have been deleted, or you don’t have access. Ask its author for access, or sign in with another account.',
  ),
}

function IfPalette() {
  const isOpen = useStore(commandPalette, (it) => it.isOpen)
  return isOpen ? (
    <DialogPart>
      <CommandPalette />
    </DialogPart>
  ) : null
}

function IfGone() {
  const { saving } = useBotEditor()
  const kind = useStore(saving.state, ({ current }) => current.kind)
  return kind === 'gone' || kind === 'readOnly' ? (
    <Part>
      <DeletedBotNotice isReadable={kind === 'readOnly'} />
    </Part>
  ) : null
}

function IfKeptEdits() {
  const { keptEdits } = useBotEditor()
  const isNeeded = useStore(keptEdits.left, ({ own, others }) => own.length + others.length > 0)
  return isNeeded ? (
    <Part>
      <KeptEditsBar />
    </Part>
  ) : null
}

function IfConflicts() {
  const isNeeded = useEditingState((state) => state.conflicts.length + state.held.length > 0)
  return isNeeded ? (
    <Part>
      <Conflicts />
    </Part>
  ) : null
}

function Build() {
  const { isReadOnly } = useBotEditor()
  const isPaletteOpen = useView((view) => view.isPaletteOpen)
  const isOutlineOpen = useView((view) => view.isOutlineOpen)
  return (
    <>
      <h1 className="visually-hidden">{t('Build')}</h1>
      {isPaletteOpen && !isOutlineOpen && <Palette />}
      {!isPaletteOpen && !isOutlineOpen && !isReadOnly && <PaletteRail />}
      {isOutlineOpen && (
        <Part waiting={<div className="outline" aria-busy="true" />} keysFor={!isNarrow() && '[role=tree]'}>
          <Outline />
        </Part>
      )}
      <FlowCanvas />
      <SidePanel />
    </>
  )
}
