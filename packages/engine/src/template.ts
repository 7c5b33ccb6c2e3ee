import { fillAddress, type Piece, type TypedPiece } from '@colloquy/flow'
import type { VariableValue } from './session.js'
import { splitTemplate, type TemplatePart } from './split-template.js'

/** Looks up variables by their exact name, and results of inline code by its text, if it has been run. */
export interface Lookup {
  (name: string): VariableValue | undefined
  inlineResult?(code: string): string | undefined
}

const placeholder = /\{\{([^{}]+)\}\}/g

/**
 * Expands the placeholders of a text in one pass: values are data and never expanded again. Unknown and unset variables give an empty text;
 * lists give JSON. Inline code that failed or was not run gives its source with the values inserted.
 */
export function expand(text: string | undefined, lookup: Lookup): string {
  if (!text) return ''
  if (!text.includes('{{')) return text
  return splitTemplate(text)
    .map((part) => printPart(part, lookup))
    .join('')
}

/** The parts of a text: what the author wrote, and the values that take the place of placeholders and inline code. */
export function piecesOf(text: string | undefined, lookup: Lookup): Piece[] {
  return splitTemplate(text ?? '').map((part) =>
    part.kind === 'text' ? { text: part.text } : { value: printPart(part, lookup) },
  )
}

/** Like {@link piecesOf}, with values that keep their type. */
export function typedPiecesOf(text: string | undefined, lookup: Lookup): TypedPiece[] {
  return splitTemplate(text ?? '').map((part) => {
    if (part.kind === 'text') return { text: part.text }
    return { value: part.kind === 'name' ? (lookup(part.name) ?? null) : printPart(part, lookup) }
  })
}

function printPart(part: TemplatePart, lookup: Lookup): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'name':
      return printValue(lookup(part.name))
    case 'code':
      return lookup.inlineResult?.(part.code) ?? fill(part.code, lookup)
  }
}

function fill(text: string, lookup: Lookup): string {
  return text.replace(placeholder, (_, name: string) => printValue(lookup(name)))
}

/** The snippets of inline code in a text. */
export function inlineCodes(text: string): string[] {
  return text.includes('{{=') ? splitTemplate(text).flatMap((part) => (part.kind === 'code' ? part.code : [])) : []
}

/** A value as text inside other text. */
export function printValue(value: VariableValue | undefined): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? JSON.stringify(value) : value
}

/**
 * A copy in which every text of an object, at any depth, is expanded; `addresses` has the names of those that are addresses. Texts directly
 * in a list stay unchanged.
 */
export function expandDeep<T>(value: T, lookup: Lookup, addresses?: ReadonlySet<string>): T {
  if (typeof value === 'string') return expand(value, lookup) as T
  if (Array.isArray(value)) {
    return value.map((item) => (item && typeof item === 'object' ? expandDeep(item, lookup, addresses) : item)) as T
  }
  if (value && typeof value === 'object') {
    const copy: Record<string, unknown> = {}
    for (const [key, item] of Object.entries(value)) {
      const isAddress = typeof item === 'string' && addresses?.has(key)
      copy[key] = isAddress ? fillAddress(piecesOf(item, lookup)) : expandDeep(item, lookup, addresses)
    }
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

/** Splits a text into parts: the author's text as `text`, results of placeholders and inline code as `value`, failed code as `source`. */
export function splitAtPlaceholders(
  text: string,
  lookup: Lookup,
): ({ text: string } | { value: string } | { source: string })[] {
  return splitTemplate(text).map((part) => {
    if (part.kind === 'text') return { text: part.text }
    if (part.kind === 'name') return { value: printValue(lookup(part.name)) }
    const value = lookup.inlineResult?.(part.code)
    return value === undefined ? { source: fill(part.code, lookup) } : { value }
  })
}
