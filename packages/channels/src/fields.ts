/** Readers of payloads, which may hold anything. */

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a field; undefined if the value is not an object that has it. */
export function field(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A text, or a number in place of one; '' for anything else. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

const maxId = 512

/** True if a text can be stored as an id. */
export const isId = (id: string): boolean => id !== '' && id.length <= maxId
