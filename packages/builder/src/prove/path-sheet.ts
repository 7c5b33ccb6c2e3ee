import { type BothPaths, versions } from './both-paths.js'

const looks = {
  both: { outline: '2px solid var(--text-faint)', edge: 'stroke: var(--text-soft); stroke-width: 3' },
  before: {
    outline: '2px dashed var(--danger)',
    edge: 'stroke: var(--danger); stroke-width: 3; stroke-dasharray: 8 5',
  },
  after: { outline: '2px solid var(--accent)', edge: 'stroke: var(--accent); stroke-width: 3' },
} as const

/** Marks blocks and edges of the draft on the canvas by the version that visited them. Returns a function that removes the marks. */
export function markPaths({ blocks, groups, edges }: BothPaths): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    versions
      .flatMap((version) => {
        const { outline, edge } = looks[version]
        return [
          ruleFor('[data-block-id', blocks[version], '', `outline: ${outline}; outline-offset: -1px`),
          // Zoomed out, blocks are not rendered.
          ruleFor('.group.far[data-group-id', groups[version], '', `outline: ${outline}; outline-offset: 2px`),
          ruleFor('.react-flow__edge[data-id', edges[version], ' .react-flow__edge-path', edge),
        ]
      })
      .join('\n'),
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((it) => it !== sheet)
  }
}

function ruleFor(begin: string, ids: readonly string[], inner: string, declarations: string): string {
  if (ids.length === 0) return ''
  return `${ids.map((id) => `.canvas ${begin}="${CSS.escape(id)}"]${inner}`).join(',')} { ${declarations} }`
}
