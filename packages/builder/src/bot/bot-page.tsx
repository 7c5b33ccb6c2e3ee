import { ReactFlowProvider } from '@xyflow/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { PageMessage } from '../app/page-message.js'
import { Canvas } from '../canvas/canvas.js'
import { Palette } from '../canvas/palette.js'
import { Announcer } from './announcer.js'
import { BotHeader } from './bot-header.js'
import { CommandPalette } from './command-palette.js'
import { SidePanel } from './side-panel.js'
import { openStudio, type Studio, StudioContext, useEditingState, useView } from './studio.js'
import { warmUp } from './warm-up.js'
import './bot-page.css'

const pages = {
  theme: lazy(() => import('../appearance/theme-page.js')),
  settings: lazy(() => import('../appearance/settings-page.js')),
  share: lazy(() => import('../share/share-page.js')),
  results: lazy(() => import('../results/results-page.js')),
  analytics: lazy(() => import('../analytics/analytics-page.js')),
  versions: lazy(() => import('../versions/versions-page.js')),
} as const

const Conflicts = lazy(() => import('./conflicts.js'))
const Outline = lazy(() => import('./outline.js'))

const isPage = (page: string): page is keyof typeof pages => Object.hasOwn(pages, page)

/** All pages of one bot. They share its document, so that going from one to another loses nothing. */
export default function BotPage({ botId, page }: { botId: string; page: string }) {
  const [studio, setStudio] = useState<Studio>()
  const [error, setError] = useState<Error>()
  useEffect(() => {
    let opened: Studio | undefined
    let isGone = false
    openStudio(botId).then((it) => {
      opened = it
      if (isGone) it.close()
      else setStudio(it)
    }, setError)
    return () => {
      isGone = true
      opened?.close()
    }
  }, [botId])
  useEffect(warmUp, [])
  if (error)
    return <PageMessage title="This bot does not open" text={error.message} onRetry={() => location.reload()} />
  if (!studio) return <PageMessage title="Opening…" />
  const Page = isPage(page) ? pages[page] : undefined
  return (
    <StudioContext value={studio}>
      <ReactFlowProvider>
        <BotHeader page={page} />
        <IfConflicts />
        <main className="bot-main" id="main">
          {Page ? (
            <Suspense fallback={<p className="empty grow">Opening…</p>}>
              <Page />
            </Suspense>
          ) : (
            <Build />
          )}
        </main>
        <CommandPalette />
        <Announcer />
      </ReactFlowProvider>
    </StudioContext>
  )
}

function IfConflicts() {
  const isNeeded = useEditingState((state) => state.conflicts.length > 0)
  return isNeeded ? (
    <Suspense>
      <Conflicts />
    </Suspense>
  ) : null
}

function Build() {
  const isPaletteOpen = useView((view) => view.isPaletteOpen)
  const isOutlineOpen = useView((view) => view.isOutlineOpen)
  return (
    <>
      <h1 className="visually-hidden">Build</h1>
      {isPaletteOpen && !isOutlineOpen && <Palette />}
      {isOutlineOpen && (
        <Suspense fallback={<div className="outline" />}>
          <Outline />
        </Suspense>
      )}
      <Canvas />
      <SidePanel />
    </>
  )
}
