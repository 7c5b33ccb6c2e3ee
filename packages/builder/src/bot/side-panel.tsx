import { Braces, ListTree, MessageSquareText, SlidersHorizontal, TriangleAlert, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { focusChosen } from '../canvas/focus-chosen.js'
import { onDemand, Part } from '../design/on-demand.js'
import { isNarrow, type Panel, type Studio, useStudio, useView } from './studio.js'
import { useProblems } from './use-problems.js'

const Preview = onDemand(() => import('../preview/preview.js'))

const panels = {
  details: {
    label: 'Details',
    icon: SlidersHorizontal,
    view: onDemand(() => import('../inspector/inspector.js'), { isSoon: true }),
  },
  comments: {
    label: 'Comments',
    icon: MessageSquareText,
    view: onDemand(() => import('../comments/comments-panel.js'), { isSoon: true }),
  },
  variables: {
    label: 'Variables',
    icon: Braces,
    view: onDemand(() => import('./variables-panel.js'), { isSoon: true }),
  },
  problems: {
    label: 'Problems',
    icon: TriangleAlert,
    view: onDemand(() => import('./problems-panel.js'), { isSoon: true }),
  },
} as const satisfies Record<Panel, object>

/** Guests are told neither what was said, nor of problems: much of what a flow needs is not shown to them. */
const shownTo = (access: Studio['access']): readonly Panel[] =>
  access === 'guest' ? ['details', 'variables'] : (Object.keys(panels) as Panel[])

/** What stands beside the canvas: one panel at a time, and the preview. */
export function SidePanel() {
  const { view, access } = useStudio()
  const panel = useView((it) => it.panel)
  const isPreviewOpen = useView((it) => it.isPreviewOpen)
  const isOutlineOpen = useView((it) => it.isOutlineOpen)
  const { problems } = useProblems()
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const Shown = panel && panels[panel].view
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    focusChosen(view.get())
  }
  return (
    <>
      {panel && Shown && (
        // biome-ignore lint/a11y/noNoninteractiveElementInteractions: Escape leads out of any field back to what is chosen
        <aside className="side" aria-label={panels[panel].label} onKeyDown={leave}>
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
          <Part key={panel} waiting={<p className="empty">Opening…</p>}>
            <Shown />
          </Part>
        </aside>
      )}
      {isPreviewOpen && (
        <aside className="side preview" aria-label="Preview">
          <Part waiting={<p className="empty">Opening…</p>}>
            <Preview />
          </Part>
        </aside>
      )}
      <nav className="side-tabs" aria-label="Panels">
        <button
          type="button"
          className="button plain icon-only"
          title="Outline"
          aria-label="Outline"
          aria-pressed={isOutlineOpen}
          onClick={() =>
            view.set({ isOutlineOpen: !isOutlineOpen, ...(isNarrow() && { panel: undefined, isPreviewOpen: false }) })
          }
        >
          <ListTree size={17} />
        </button>
        {shownTo(access).map((id) => {
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
              onClick={() =>
                view.set({ panel: panel === id ? undefined : id, ...(isNarrow() && { isPreviewOpen: false }) })
              }
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
