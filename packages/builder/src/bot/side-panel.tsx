import { Braces, ListTree, SlidersHorizontal, TriangleAlert, X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { type Panel, useStudio, useView } from './studio.js'
import { useProblems } from './use-problems.js'

const Preview = lazy(() => import('../preview/preview.js'))

const panels = {
  details: { label: 'Details', icon: SlidersHorizontal, view: lazy(() => import('../inspector/inspector.js')) },
  variables: { label: 'Variables', icon: Braces, view: lazy(() => import('./variables-panel.js')) },
  outline: { label: 'Outline', icon: ListTree, view: lazy(() => import('./outline-panel.js')) },
  problems: { label: 'Problems', icon: TriangleAlert, view: lazy(() => import('./problems-panel.js')) },
} as const satisfies Record<Panel, object>

/** What stands beside the canvas: one panel at a time, and the preview. */
export function SidePanel() {
  const { view } = useStudio()
  const panel = useView((it) => it.panel)
  const isPreviewOpen = useView((it) => it.isPreviewOpen)
  const { problems } = useProblems()
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const Shown = panel && panels[panel].view
  return (
    <>
      {panel && Shown && (
        <aside className="side" aria-label={panels[panel].label}>
          <div className="side-head">
            <h2 className="grow">{panels[panel].label}</h2>
            <button
              type="button"
              className="button plain icon-only"
              aria-label="Close the panel"
              onClick={() => view.set({ panel: undefined })}
            >
              <X size={16} />
            </button>
          </div>
          <Suspense fallback={<p className="empty">Opening…</p>}>
            <Shown />
          </Suspense>
        </aside>
      )}
      {isPreviewOpen && (
        <aside className="side preview" aria-label="Preview">
          <Suspense fallback={<p className="empty">Opening…</p>}>
            <Preview />
          </Suspense>
        </aside>
      )}
      <nav className="side-tabs" aria-label="Panels">
        {(Object.keys(panels) as Panel[]).map((id) => {
          const { label, icon: Icon } = panels[id]
          const name = id === 'problems' && errors > 0 ? `${label}, ${errors} errors` : label
          return (
            <button
              key={id}
              type="button"
              className="button plain icon-only"
              title={label}
              aria-label={name}
              aria-pressed={panel === id}
              onClick={() => view.set({ panel: panel === id ? undefined : id })}
            >
              <Icon size={17} />
              {id === 'problems' && errors > 0 && <span className="count">{errors}</span>}
            </button>
          )
        })}
      </nav>
    </>
  )
}
