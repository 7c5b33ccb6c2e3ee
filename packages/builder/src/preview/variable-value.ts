import type { Answer } from '../service/api.js'

export type Value = Answer<'getPreview'>['preview']['variables'][number]['value']

/** Lists are shown and entered as JSON. */
export const textOf = (value: Value): string => (Array.isArray(value) ? JSON.stringify(value) : (value ?? ''))

/** Parses a typed value: a JSON list is a list, and an empty text is null. */
export function toValue(text: string): Value {
  if (text === '') return null
  if (!text.startsWith('[')) return text
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list)) return list.map((it) => (it === null || typeof it === 'string' ? it : JSON.stringify(it)))
  } catch {}
  return text
}
