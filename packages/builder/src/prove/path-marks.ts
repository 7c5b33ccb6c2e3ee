import type { TurnPair } from '@colloquy/prove'

/** Outlines on the canvas which blocks the published version visited, the draft, and both. Returns what removes the outlines. */
export function markPaths(turns: readonly TurnPair[]): () => void {
  const before = new Set(turns.flatMap((turn) => visited(turn.before)))
  const after = new Set(turns.flatMap((turn) => (turn.after ? visited(turn.after) : [])))
  const both = [...before].filter((id) => after.has(id))
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    [
      ruleFor(both, '2px solid var(--text-faint)'),
      ruleFor(
        [...before].filter((id) => !after.has(id)),
        '2px dashed var(--danger)',
      ),
      ruleFor(
        [...after].filter((id) => !before.has(id)),
        '2px solid var(--accent)',
      ),
    ].join('\n'),
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((it) => it !== sheet)
  }
}

function visited({ path, awaits }: TurnPair['before']): readonly string[] {
  return awaits ? [...path, awaits] : path
}

function ruleFor(ids: readonly string[], outline: string): string {
  if (ids.length === 0) return ''
  const selector = ids.map((id) => `.canvas [data-block-id="${CSS.escape(id)}"]`).join(',')
  return `${selector} { outline: ${outline}; outline-offset: -1px; }`
}
