import type { BotDocument } from './bot-document.js'
import { diff } from './diff.js'
import { equal } from './equal.js'
import { type Conflict, lastOfEach, mergeOperations, mineOf } from './merge-operations.js'
import { locationOf, type Operation } from './operation.js'
import { isPlain, ownValue, type Path } from './path.js'
import { type PartIssue, readChangedParts } from './read-changed-parts.js'
import { relocate } from './relocate.js'
import { WorkingBot } from './working-bot.js'

export interface BatchOptions {
  /** True if others have changed the document since the operations were made. */
  isBehind: boolean
  /** Makes a changed document comply with rules beyond its schemas. */
  clean?: (document: BotDocument, before: BotDocument) => BotDocument
}

export type BatchOutcome =
  | { kind: 'taken'; document: BotDocument; operations: Operation[]; conflicts: Conflict[] }
  | { kind: 'invalid'; issues: (PartIssue & { operation: number })[] }

/** How often a batch is merged again without invalid operations, before the rest of it is rejected as a whole. */
const maxRounds = 5
const maxIssues = 20

/**
 * Applies a batch of operations to the stored document: merges it with the changes of others, validates it against the schemas, and cleans
 * it. The operations of the outcome turn exactly the old document into the new one. What the schemas drop because of a change by others, such
 * as the items of a block that now has another type, becomes a conflict. Operations that violate the schemas make the batch
 * invalid. If others have changed the document in the meantime, the combination of both edits may be the cause, so the operations become
 * conflicts: first the last one at each place, then all at places that are still invalid.
 */
export function takeBatch(
  before: BotDocument,
  operations: readonly Operation[],
  { isBehind, clean = (document) => document }: BatchOptions,
): BatchOutcome {
  const dropped: Conflict[] = []
  let kept = operations.map((_, index) => index)
  for (let round = 1; ; round++) {
    const merged = mergeOperations(
      before,
      kept.map((index) => operations[index]!),
    )
    const read = readChangedParts(before, merged.document)
    if (read.ok) {
      const document = clean(read.document, before)
      if (isBehind) {
        const [wished, parsed] = [new WorkingBot(merged.document), new WorkingBot(read.document)]
        for (const index of kept) {
          const location = locationOf(relocate(wished, operations[index]!))
          const wanted = wished.valueAt(location)
          if (!equal(wanted, mineOf(operations[index]!)) || !loses(wanted, parsed.valueAt(location))) continue
          dropped.push(conflictOf(parsed, index, operations[index]!))
        }
      }
      const conflicts = merged.conflicts.map((it) => ({ ...it, operation: kept[it.operation]! }))
      return {
        kind: 'taken',
        document,
        operations: diff(before, document),
        conflicts: [...lastOfEach(dropped), ...conflicts],
      }
    }
    if (!isBehind) {
      const issues = read.issues.slice(0, maxIssues)
      const culprits = lastCulprits(operations, kept, issues)
      return { kind: 'invalid', issues: issues.map((issue, index) => ({ operation: culprits[index]!, ...issue })) }
    }
    const unfit = new Set(round < maxRounds ? unfitting(operations, kept, read.issues, round === 1) : kept)
    const stored = new WorkingBot(before)
    for (const index of kept) if (unfit.has(index)) dropped.push(conflictOf(stored, index, operations[index]!))
    kept = kept.filter((index) => !unfit.has(index))
  }
}

/** True if the second value lacks a part of the first one. */
function loses(wanted: unknown, read: unknown): boolean {
  if (wanted !== undefined && read === undefined) return true
  if (Array.isArray(wanted) && Array.isArray(read)) return wanted.some((element, index) => loses(element, read[index]))
  return isPlain(wanted) && isPlain(read) && Object.keys(wanted).some((key) => loses(wanted[key], ownValue(read, key)))
}

function unfitting(
  operations: readonly Operation[],
  kept: readonly number[],
  issues: readonly PartIssue[],
  isFirstRound: boolean,
): Iterable<number> {
  if (isFirstRound) return lastCulprits(operations, kept, issues)
  const locations = new Set(issues.flatMap(({ path }) => prefixesOf(path)))
  const ends = new Set(issues.map(({ path }) => keyOf(path)))
  const near = kept.filter((index) => {
    const own = locationOf(operations[index]!)
    return locations.has(keyOf(own)) || prefixesOf(own).some((prefix) => ends.has(prefix))
  })
  return near.length > 0 ? near : kept
}

/** For each issue the last operation at its place, else the last one in its part of the document, else the last of all. */
function lastCulprits(
  operations: readonly Operation[],
  kept: readonly number[],
  issues: readonly PartIssue[],
): number[] {
  const lastAt = new Map<string, number>()
  const lastWithin = new Map<string, number>()
  const lastInPart = new Map<string | undefined, number>()
  for (const index of kept) {
    const location = locationOf(operations[index]!)
    lastAt.set(keyOf(location), index)
    for (const prefix of prefixesOf(location)) lastWithin.set(prefix, index)
    lastInPart.set(location[0], index)
  }
  return issues.map(({ path }) => {
    const near = [lastWithin.get(keyOf(path)), ...prefixesOf(path).map((prefix) => lastAt.get(prefix))]
    const found = near.filter((index) => index !== undefined)
    return found.length > 0 ? Math.max(...found) : (lastInPart.get(path[0]) ?? kept.at(-1)!)
  })
}

const keyOf = (path: Path): string => JSON.stringify(path)
const prefixesOf = (path: Path): string[] => path.map((_, depth) => keyOf(path.slice(0, depth + 1)))

function conflictOf(bot: WorkingBot, index: number, operation: Operation): Conflict {
  const path = locationOf(operation)
  return { operation: index, reason: 'changed', path, mine: mineOf(operation), theirs: bot.valueAt(path) }
}
