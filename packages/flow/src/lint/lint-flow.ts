import type { Flow } from '../flow-schema.js'
import { indexFlow } from './flow-index.js'
import { type LintContext, type Problem, severities } from './problem.js'
import { rules } from './rules.js'

/**
 * All problems of a flow, errors first, each severity in the order of the document. Takes time linear in the flow's size. A flow with
 * problems can still be published: they inform its author, and block nothing.
 */
export const lintFlow = (bot: Flow, context: LintContext = {}): Problem[] => {
  const index = indexFlow(bot)
  const notes = new Set(bot.groups.filter(({ note, blocks }) => note && blocks.length === 0).map(({ id }) => id))
  const muted = new Set(
    bot.groups.flatMap(({ blocks }) => blocks.filter((it) => it.isMuted === true).map(({ id }) => id)),
  )
  /** Notes and disabled blocks do nothing, so problems in them do not matter. */
  const isSetAside = ({ groupId, blockId }: Problem['location']) =>
    blockId === undefined ? groupId !== undefined && notes.has(groupId) : muted.has(blockId)
  const problems = rules.flatMap(({ id, severity, find }) =>
    [...find(index, context)]
      .filter(({ location }) => !isSetAside(location))
      .map((finding): Problem => ({ rule: id, severity, ...finding })),
  )
  const rank = new Map<string, number>()
  const keyOf = ({ location }: Problem) => location.path ?? ''
  for (const problem of problems) rank.set(keyOf(problem), 0)
  const order = [...rank.keys()].sort(byDocument)
  for (const [position, path] of order.entries()) rank.set(path, position)
  return problems.toSorted(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      (rank.get(keyOf(a)) ?? 0) - (rank.get(keyOf(b)) ?? 0),
  )
}

/** Compares paths in the order of the document: numbers by value, so that `groups.2` comes before `groups.10`. */
const byDocument = (a: string, b: string): number => {
  const [left, right] = [a.split('.'), b.split('.')]
  for (const [i, part] of left.entries()) {
    const other = right[i]
    if (other === undefined) return 1
    if (part === other) continue
    const difference = Number(part) - Number(other)
    return Number.isNaN(difference) ? (part < other ? -1 : 1) : difference
  }
  return left.length - right.length
}
