import type { VariableValue } from './session.js'

/** Looks a variable up by its exact name. */
export type Lookup = (name: string) => VariableValue | undefined

const placeholder = /\{\{([^{}]+)\}\}/g

/**
 * Fills the placeholders of a text in one pass: values are data and never expanded again. Unknown and unset variables give
 * nothing; lists give JSON.
 */
export function expand(text: string | undefined, lookup: Lookup): string {
  if (!text) return ''
  if (!text.includes('{{')) return text
  return withoutInlineCodeMarks(text).replace(placeholder, (_, name: string) => printValue(lookup(name)))
}

/** A value as text inside other text. */
export function printValue(value: VariableValue | undefined): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? JSON.stringify(value) : value
}

/** A copy in which every text of an object, however deep, is expanded. Texts that stand directly in a list stay as they are. */
export function expandDeep<T>(value: T, lookup: Lookup): T {
  if (typeof value === 'string') return expand(value, lookup) as T
  if (Array.isArray(value)) {
    return value.map((item) => (item && typeof item === 'object' ? expandDeep(item, lookup) : item)) as T
  }
  if (value && typeof value === 'object') {
    const copy: Record<string, unknown> = {}
    for (const [key, item] of Object.entries(value)) copy[key] = expandDeep(item, lookup)
    return copy as T
  }
  return value
}

/** The name in a text that is exactly one placeholder. */
export function singlePlaceholder(text: string | undefined): string | undefined {
  if (!text?.startsWith('{{') || !text.endsWith('}}')) return undefined
  const name = text.slice(2, -2)
  return name === '' || name.includes('{') || name.includes('}') || name.startsWith('=') ? undefined : name
}

/** Names in the order of their first appearance. */
export function mentionedNames(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map((match) => match[1] ?? ''))]
}

/** Splits a text at its placeholders: plain parts as text, placeholders as names. */
export function splitAtPlaceholders(text: string): ({ text: string } | { name: string })[] {
  const parts: ({ text: string } | { name: string })[] = []
  let end = 0
  const plain = withoutInlineCodeMarks(text)
  for (const match of plain.matchAll(placeholder)) {
    if (match.index > end) parts.push({ text: plain.slice(end, match.index) })
    parts.push({ name: match[1] ?? '' })
    end = match.index + match[0].length
  }
  if (end < plain.length) parts.push({ text: plain.slice(end) })
  return parts
}

/** Inline code `{{= … =}}` that cannot be run stands as its own text. */
function withoutInlineCodeMarks(text: string): string {
  let out = ''
  let from = 0
  for (;;) {
    const open = text.indexOf('{{=', from)
    const close = open < 0 ? -1 : text.indexOf('=}}', open + 3)
    if (close < 0) return out + text.slice(from)
    out += text.slice(from, open) + text.slice(open + 3, close)
    from = close + 3
  }
}
