/** An element with attributes and, where it is given, a drawing of one line; for the few that are made without a library. */
export function make<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Record<string, string>,
  ...lines: string[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag)
  for (const name in attributes) element.setAttribute(name, attributes[name] as string)
  for (const line of lines) {
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
