/**
 * Creates an element with attributes and children: elements, or icons given as SVG path data. For the few elements that are made without a
 * library.
 */
export function make<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Record<string, string>,
  ...content: (string | Element)[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag)
  for (const name in attributes) element.setAttribute(name, attributes[name] as string)
  for (const line of content) {
    if (typeof line !== 'string') {
      element.append(line)
      continue
    }
    const space = 'http://www.w3.org/2000/svg'
    const svg = document.createElementNS(space, 'svg')
    const path = document.createElementNS(space, 'path')
    svg.setAttribute('viewBox', '0 0 24 24')
    svg.setAttribute('aria-hidden', 'true')
    path.setAttribute('d', line)
    svg.append(path)
    element.append(svg)
  }
  return element
}
