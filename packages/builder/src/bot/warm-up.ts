/** Milliseconds after which a page that was opened has nothing better to do. */
const later = 1500

import { hasNetwork } from '../design/on-demand.js'

/** The mark in the page's own timeline from which on everything of a bot opens without a network. */
const warm = 'everything-loaded'

/** Loads what is opened on demand while there is a network: whoever goes on editing without one finds every panel and form. */
export function warmUp(): () => void {
  const timer = setTimeout(async () => {
    await hasNetwork()
    const parts = [
      import('../inspector/inspector.js'),
      import('../inspector/rich-text-editor.js'),
      import('../inspector/fields/code-editor.js'),
      import('./variables-panel.js'),
      import('./outline.js'),
      import('./problems-panel.js'),
      import('./lint.js'),
      import('./conflicts.js'),
      import('./publish-warning.js'),
      import('../canvas/far-edges.js'),
      import('./command-palette.js'),
      import('../canvas/target-picker.js'),
      import('../canvas/shortcut-sheet.js'),
      import('../comments/comments-panel.js'),
      import('./people.js'),
      import('./presence-marks.js'),
    ]
    void Promise.all(parts).then(
      () => performance.mark(warm),
      () => undefined,
    )
  }, later)
  return () => clearTimeout(timer)
}
