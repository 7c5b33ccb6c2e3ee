/** Deepest nesting of a request, and so of a document. */
const maxRequestDepth = 64
/** Deepest nesting of a block: a request has five levels around a block of a bot, or of a group to insert or remove. */
export const maxBlockDepth = maxRequestDepth - 5
const maxNodes = 2_000_000
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

/** Copies JSON without the keys that could reach a prototype; undefined when it is nested too deeply or too large. */
export const cleanTree = (
  value: unknown,
  onDropped: (path: string) => void = () => {},
  path = '',
  maxDepth = maxRequestDepth,
): { value: unknown } | undefined => {
  let nodes = 0
  const copy = (node: unknown, at: string, depth: number): unknown => {
    nodes += 1
    if (typeof node !== 'object' || node === null) return node
    if (depth > maxDepth || nodes > maxNodes) throw tooDeep
    if (Array.isArray(node)) return node.map((entry, index) => copy(entry, `${at}.${index}`, depth + 1))
    const result: Record<string, unknown> = {}
    for (const [key, entry] of Object.entries(node)) {
      if (forbidden.has(key)) onDropped(`${at}.${key}`)
      else if (entry !== undefined) result[key] = copy(entry, `${at}.${key}`, depth + 1)
    }
    return result
  }
  try {
    return { value: copy(value, path, 1) }
  } catch (error) {
    if (error === tooDeep) return undefined
    throw error
  }
}

const tooDeep = new Error('nested too deeply')
