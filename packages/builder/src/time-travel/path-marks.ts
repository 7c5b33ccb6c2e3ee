import type { RecordedTurn } from './recording.js'

/**
 * Marks the path up to a turn on the canvas: blocks, groups whose blocks are not rendered, and edges. Returns a function that removes the
 * marks.
 */
export function markPath(turns: readonly RecordedTurn[], at: number, groupOf: (blockId: string) => string | undefined) {
  const visited = new Set(turns.slice(0, at).flatMap(({ path = [] }) => path))
  const latest = new Set(turns[at]?.path ?? [])
  const edges = new Set(turns.slice(0, at + 1).flatMap((turn) => turn.edges ?? []))
  const groups = new Set([...visited, ...latest].flatMap((id) => groupOf(id) ?? []))
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    [
      ruleFor('data-block-id', [...visited], 'outline: 2px solid var(--text-faint); outline-offset: -1px', '', waiting),
      ruleFor('data-block-id', [...latest], 'outline: 2px solid var(--accent); outline-offset: -1px', '', waiting),
      ruleFor('data-group-id', [...groups], 'box-shadow: 0 0 0 8px var(--accent)', '.group.far', waiting),
      ruleFor(
        'data-group-id',
        [...groups],
        'box-shadow: 0 0 0 2px var(--accent)',
        '.group',
        ` .group-collapsed${waiting}`,
      ),
      ruleFor('data-id', [...edges], 'stroke: var(--accent); stroke-width: 2.5', '.react-flow__edge', ' path'),
    ].join('\n'),
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((it) => it !== sheet)
  }
}

/** The canvas itself outlines the block that waits, or its group if the block is not rendered. */
const waiting = ':not([data-running="true"])'

function ruleFor(name: string, ids: readonly string[], style: string, element = '', inner = ''): string {
  if (ids.length === 0) return ''
  const selector = ids.map((id) => `.canvas ${element}[${name}="${CSS.escape(id)}"]${inner}`).join(',')
  return `${selector} { ${style} }`
}
