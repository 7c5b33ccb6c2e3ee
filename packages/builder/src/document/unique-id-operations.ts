import type { Block, Group } from '@colloquy/flow'
import {
  type BotDocument,
  elementPath,
  equal,
  type Identified,
  type Operation,
  type Path,
  withUniqueIds,
} from '@colloquy/flow/operations'

/** The operations that give new ids to elements of a document whose ids repeat or cannot be used. */
export function uniqueIdOperations(before: BotDocument): Operation[] {
  const after = { ...before, ...withUniqueIds(before).flow }
  const changed = (list: 'events' | 'variables' | 'edges') =>
    replaced<{ id: string }>([list], before[list], after[list], fieldsOf)
  return [
    ...changed('events'),
    ...changed('variables'),
    ...replaced(['groups'], before.groups, after.groups, blocksOf),
    ...changed('edges'),
  ]
}

/** Operations for elements that are the same but for ids: those with another id are removed and inserted, others are changed. */
function replaced<T extends { id: string }>(
  list: Path,
  before: readonly T[],
  after: readonly T[],
  change: (path: Path, before: T, after: T) => Operation[],
): Operation[] {
  return after.flatMap((element, index): Operation[] => {
    const old = before[index]!
    const previous = after[index - 1]?.id ?? null
    if (old.id === element.id) return equal(old, element) ? [] : change(elementPath(list, old.id), old, element)
    const spot = { list, after: previous }
    return [
      { kind: 'remove', spot, element: old as unknown as Identified },
      { kind: 'insert', spot, element: element as unknown as Identified },
    ]
  })
}

const blocksOf = (path: Path, before: Group, after: Group): Operation[] =>
  replaced<Block>([...path, 'blocks'], before.blocks, after.blocks, fieldsOf)

/** Whole fields: their lists may contain ids that repeat. */
const fieldsOf = (path: Path, before: object, after: object): Operation[] =>
  Object.keys(after).flatMap((key): Operation[] => {
    const [was, value] = [before, after].map((it) => (it as Readonly<Record<string, unknown>>)[key])
    return equal(was, value) ? [] : [{ kind: 'set', path: [...path, key], value, was }]
  })
