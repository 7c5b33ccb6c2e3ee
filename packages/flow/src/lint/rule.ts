import type { FlowIndex } from './flow-index.js'
import type { LintContext, Problem, Severity } from './problem.js'

/** What a rule has found; the rest of the problem is the rule's own. */
export type Finding = Pick<Problem, 'place' | 'message' | 'fix'>

/** One thing that is looked for in a flow, in time linear in the flow's size. */
export interface Rule {
  /** Kebab case; stable, as users filter by it. */
  readonly id: string
  readonly severity: Severity
  /** What it reports, for the table of rules in the docs. */
  readonly summary: string
  find(index: FlowIndex, context: LintContext): Iterable<Finding>
}
