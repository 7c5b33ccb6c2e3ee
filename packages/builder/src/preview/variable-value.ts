import type { Answer } from '../service/api.js'

export type Value = Answer<'getPreview'>['preview']['variables'][number]['value']

/** Lists are shown, and written, as JSON. */
export const textOf = (value: Value): string => (Array.isArray(value) ? JSON.stringify(value) : (value ?? ''))

/** A text that is a list in JSON is a list; an empty one is no value. */
export function toValue(text: string): Value {
  if (text === '') return null
  if (!text.startsWith('[')) return text
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list)) return list.map((it) => (it === null || typeof it === 'string' ? it : JSON.stringify(it)))
  } catch {}
  return text
}
