import type { FlowIndex } from './flow-index.js'
import type { LintContext, Problem, Severity } from './problem.js'

/** A finding of a rule; the rule adds the rest of the problem. */
export type Finding = Pick<Problem, 'location' | 'message' | 'fix'>

/** One check of a flow, in time linear in the flow's size. */
export interface Rule {
  /** Kebab case; stable, as users filter by it. */
  readonly id: string
  readonly severity: Severity
  /** Describes what it reports, for the table of rules in the docs. */
  readonly summary: string
  find(index: FlowIndex, context: LintContext): Iterable<Finding>
}
