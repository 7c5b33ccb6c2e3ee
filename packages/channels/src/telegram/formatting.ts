import type { TextMarks } from '../capabilities.js'

/**
 * Characters for private use in place of marks: they cannot be confused with what somebody wrote. `formatted` replaces them by entities,
 * so that no text has to be escaped.
 */
export const marks = {
  bold: '\uE000',
  italic: '\uE001',
  strikethrough: '\uE002',
  code: '\uE003',
} as const satisfies TextMarks

type EntityType = keyof typeof marks

export interface Entity {
  type: EntityType
  /** In UTF-16 units. */
  offset: number
  length: number
}

const typeOf = new Map(Object.entries(marks).map(([type, mark]) => [mark as string, type as EntityType]))

/** A text without marks, and the parts that they are around. A mark that is not closed holds until the end. */
export function formatted(marked: string): { text: string; entities: Entity[] } {
  const begun = new Map<EntityType, number>()
  const entities: Entity[] = []
  let text = ''
  const end = (type: EntityType, offset: number) => {
    if (text.length > offset) entities.push({ type, offset, length: text.length - offset })
  }
  for (const part of marked.split(/([\uE000-\uE003])/)) {
    const type = typeOf.get(part)
    const offset = type && begun.get(type)
    if (type === undefined) text += part
    else if (offset === undefined) begun.set(type, text.length)
    else {
      begun.delete(type)
      end(type, offset)
    }
  }
  for (const [type, offset] of begun) end(type, offset)
  return { text, entities: entities.slice(0, maxEntities) }
}

/** Telegram ignores entities after these. */
const maxEntities = 100
