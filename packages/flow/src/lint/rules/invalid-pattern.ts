import { isReadablePattern, parsePattern } from '../../text/pattern.js'
import { conditionsOf } from '../conditions.js'
import type { Rule } from '../rule.js'

export const invalidPattern: Rule = {
  id: 'invalid-pattern',
  severity: 'error',
  summary: 'A comparison with a pattern has an invalid regular expression',
  *find({ blocks }) {
    for (const { condition, location } of blocks.flatMap(conditionsOf)) {
      for (const [c, { comparisonOperator, value }] of (condition?.comparisons ?? []).entries()) {
        if (comparisonOperator !== 'Matches regex' && comparisonOperator !== 'Does not match regex') continue
        if (!value || value.includes('{{') || isReadablePattern(parsePattern(value))) continue
        const path = `${location.path}.comparisons.${c}.value`
        yield {
          location: { ...location, path },
          message: `The pattern "${value}" is not a valid regular expression, so nothing matches. Correct it.`,
        }
      }
    }
  },
}
