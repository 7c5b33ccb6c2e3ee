import type { Coverage, SuiteReport } from '@colloquy/prove'

/** Shows on the canvas which blocks and edges tests visit. Returns what removes the marks. */
export function markCoverage({ blocks, edges, sides }: Coverage): () => void {
  const of = (parts: Coverage['blocks'], isCovered: boolean) =>
    parts.filter((part) => part.isCovered === isCovered).map(({ id }) => id)
  return marked([
    ruleFor(blockSelectors(of(blocks, true)), bar('left', even('var(--good)'))),
    ruleFor(blockSelectors(of(blocks, false)), `${bar('left', dashed('var(--warning)'))}; opacity: .75`),
    ruleFor(sideSelectors(sides, true), bar('right', even('var(--good)'))),
    ruleFor(sideSelectors(sides, false), bar('right', dashed('var(--warning)'))),
    ruleFor(edgeSelectors(of(edges, true)), 'stroke: var(--good)'),
    ruleFor(edgeSelectors(of(edges, false)), 'stroke: var(--warning); stroke-dasharray: 6 4'),
  ])
}

/** Outlines the blocks at which tests fail. */
export function markFailures({ tests }: SuiteReport): () => void {
  const ids = new Set(
    tests.flatMap(({ runs }) => runs.flatMap(({ failures }) => failures.flatMap((it) => it.blockId ?? []))),
  )
  return marked([ruleFor(blockSelectors([...ids]), 'outline: 2px solid var(--danger); outline-offset: -1px')])
}

function marked(rules: readonly string[]): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules.join('\n'))
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((it) => it !== sheet)
  }
}

const even = (colour: string) => `linear-gradient(${colour}, ${colour})`
const dashed = (colour: string) => `repeating-linear-gradient(${colour} 0 4px, transparent 4px 8px)`

/** A bar at one side. Dashes show without colours that no test visits a part. A shadow would bend at the corners. */
const bar = (side: 'left' | 'right', image: string) =>
  `background-image: ${image}; background-position: ${side}; background-size: 4px 100%; background-repeat: no-repeat`

const blockSelectors = (ids: readonly string[]) => ids.map((id) => `.canvas [data-block-id="${CSS.escape(id)}"]`)
const sideSelectors = (sides: Coverage['sides'], isCovered: boolean) =>
  sides
    .filter((side) => side.isCovered === isCovered)
    .map(({ blockId, itemId }) => {
      const row = itemId === undefined ? '[data-kind="otherwise"]' : `[data-item-id="${CSS.escape(itemId)}"]`
      return `.canvas [data-block-id="${CSS.escape(blockId)}"] .block-row${row}`
    })
const edgeSelectors = (ids: readonly string[]) =>
  ids.map((id) => `.canvas .react-flow__edge[data-id="${CSS.escape(id)}"] .react-flow__edge-path`)

const ruleFor = (selectors: readonly string[], declarations: string): string =>
  selectors.length === 0 ? '' : `${selectors.join(',')} { ${declarations}; }`
