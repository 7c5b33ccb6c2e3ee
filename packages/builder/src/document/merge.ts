import type { BotDocument } from './bot-document.js'
import { diff } from './diff.js'
import { equal } from './equal.js'
import { mendReferences } from './mend-references.js'
import { applyOperation, type Operation } from './operation.js'
import { elementPath, type Identified, type Path, valueAt } from './path.js'

/** A place that two people changed in different ways. The document holds `mine`; `theirs` is kept to be chosen instead. */
export interface Conflict {
  path: Path
  base: unknown
  mine: unknown
  theirs: unknown
}

export interface Merged {
  document: BotDocument
  conflicts: Conflict[]
}

/**
 * Lays what was changed here over what was changed elsewhere; both began at `base`. Whoever edited wins over whoever deleted,
 * so that no edit is lost; one field changed twice is a conflict.
 */
export function merge(base: BotDocument, mine: BotDocument, theirs: BotDocument): Merged {
  const conflicts: Conflict[] = []
  let document = theirs
  for (const operation of diff(base, mine)) {
    document = restoreAround(document, mine, operation, conflicts)
    const verdict = judge(document, base, operation)
    if (verdict.kind === 'conflict') conflicts.push(verdict.conflict)
    if (verdict.isApplied) document = applyOperation(document, operation)
  }
  return { document: mendReferences(document, [mine, theirs]), conflicts }
}

type Verdict = { kind: 'clear'; isApplied: boolean } | { kind: 'conflict'; isApplied: boolean; conflict: Conflict }

function judge(document: BotDocument, base: BotDocument, operation: Operation): Verdict {
  switch (operation.kind) {
    case 'set': {
      const { path, value, was } = operation
      const theirs = valueAt(document, path)
      if (equal(theirs, value)) return { kind: 'clear', isApplied: false }
      if (equal(theirs, was)) return { kind: 'clear', isApplied: true }
      return { kind: 'conflict', isApplied: true, conflict: { path, base: was, mine: value, theirs } }
    }
    case 'remove': {
      const path = elementPath(operation.spot.list, operation.element.id)
      const theirs = valueAt(document, path)
      if (theirs === undefined) return { kind: 'clear', isApplied: false }
      const was = valueAt(base, path)
      if (equal(theirs, was)) return { kind: 'clear', isApplied: true }
      return { kind: 'conflict', isApplied: false, conflict: { path, base: was, mine: undefined, theirs } }
    }
    case 'insert': {
      const path = elementPath(operation.spot.list, operation.element.id)
      return { kind: 'clear', isApplied: valueAt(document, path) === undefined }
    }
    case 'move':
      return { kind: 'clear', isApplied: true }
  }
}

/** Brings back the element that an operation works in, if they have deleted it meanwhile. */
function restoreAround(
  document: BotDocument,
  mine: BotDocument,
  operation: Operation,
  conflicts: Conflict[],
): BotDocument {
  if (operation.kind === 'remove') return document
  const path =
    operation.kind === 'set' ? operation.path : (operation.kind === 'move' ? operation.to : operation.spot).list
  for (let depth = 1; depth <= path.length; depth += 1) {
    const segment = path[depth - 1]
    if (!segment?.startsWith('#') || valueAt(document, path.slice(0, depth)) !== undefined) continue
    const list = path.slice(0, depth - 1)
    const element = valueAt(mine, path.slice(0, depth)) as Identified | undefined
    if (!element || !Array.isArray(valueAt(document, list))) return document
    const siblings = valueAt(mine, list) as Identified[]
    const after = siblings[siblings.findIndex(({ id }) => id === element.id) - 1]?.id ?? null
    conflicts.push({ path: path.slice(0, depth), base: element, mine: element, theirs: undefined })
    return applyOperation(document, { kind: 'insert', spot: { list, after }, element })
  }
  return document
}
