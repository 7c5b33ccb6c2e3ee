export type PathResult = { kind: 'value'; value: unknown } | { kind: 'failed' } | { kind: 'unsupported' }

const step = /^\s*(?:\.\s*([A-Za-z_$][\w$]*)|\[\s*(?:(\d+)|"([^"\\]*)"|'([^'\\]*)')\s*\])/
const refused = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads `data.a["b c"][0].length` and similar paths. Returns 'failed' where code would throw, and 'unsupported' for anything but a path.
 */
export function readPath(scope: Record<string, unknown>, path: string): PathResult {
  const root = /^\s*([A-Za-z_$][\w$]*)/.exec(path)
  if (!root) return { kind: 'unsupported' }
  if (!Object.hasOwn(scope, root[1] ?? '')) return { kind: 'failed' }
  let value: unknown = scope[root[1] ?? '']
  let rest = path.slice(root[0].length)
  while (rest.trim() !== '') {
    const match = step.exec(rest)
    if (!match) return { kind: 'unsupported' }
    const key = match[1] ?? match[2] ?? match[3] ?? match[4] ?? ''
    if (value === null || value === undefined || refused.has(key)) return { kind: 'failed' }
    value = Object.hasOwn(Object(value), key) ? (value as Record<string, unknown>)[key] : undefined
    rest = rest.slice(match[0].length)
  }
  return { kind: 'value', value }
}
