import { h } from 'preact'

const shapes = new Set(['svg', 'g', 'path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon'])
const attributes =
  /\b(viewBox|d|cx|cy|r|rx|ry|x|y|x1|x2|y1|y2|width|height|points|transform|fill-rule|clip-rule)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

interface Shape {
  name: string
  attributes: Record<string, string>
  children: Shape[]
}

/** An author's icon, rebuilt from its shapes: nothing else of its text gets into the page, neither scripts nor addresses. */
export function SvgIcon({ text }: { text: string }) {
  const shape = readSvg(text)
  return shape ? draw({ ...shape, attributes: { viewBox: '0 0 24 24', ...onlyViewBox(shape) } }) : null
}

/** The first svg of a text as a tree of known shapes. */
export function readSvg(text: string): Shape | undefined {
  const root: Shape = { name: '', attributes: {}, children: [] }
  const open = [root]
  for (const [, end, rawName = '', rest = ''] of text.matchAll(/<(\/?)([a-zA-Z]+)([^<>a-zA-Z][^<>]*)?>/g)) {
    const isClosed = rest.endsWith('/')
    const name = rawName.toLowerCase()
    if (!shapes.has(name)) continue
    if (end) {
      const at = open.findLastIndex((shape) => shape.name === name)
      if (at > 0) open.length = at
      continue
    }
    const shape = { name, attributes: readAttributes(rest), children: [] }
    open.at(-1)?.children.push(shape)
    if (!isClosed && open.length < 20) open.push(shape)
  }
  return root.children.find((shape) => shape.name === 'svg')
}

function readAttributes(text: string): Record<string, string> {
  const found = [...text.matchAll(attributes)].map(([, name = '', one, other]) => [name, one ?? other ?? ''] as const)
  return Object.fromEntries(found.filter(([, value]) => /^[\w\s.,()+-]*$/.test(value)))
}

const onlyViewBox = ({ attributes: { viewBox, width, height } }: Shape): Record<string, string> => {
  if (viewBox) return { viewBox }
  return width && height ? { viewBox: `0 0 ${Number.parseFloat(width)} ${Number.parseFloat(height)}` } : {}
}

const draw = ({ name, attributes, children }: Shape): preact.JSX.Element => h(name, attributes, children.map(draw))
