/** Milliseconds after which a page that was opened has nothing better to do. */
const later = 1500

/** Loads what is opened on demand while there is a network: whoever goes on editing without one finds every panel and form. */
export function warmUp(): () => void {
  const timer = setTimeout(() => {
    const parts = [
      import('../inspector/inspector.js'),
      import('../inspector/rich-text-editor.js'),
      import('../inspector/fields/code-editor.js'),
      import('./variables-panel.js'),
      import('./outline.js'),
      import('./problems-panel.js'),
      import('./conflicts.js'),
      import('./lint.js'),
    ]
    for (const part of parts) part.catch(() => undefined)
  }, later)
  return () => clearTimeout(timer)
}
