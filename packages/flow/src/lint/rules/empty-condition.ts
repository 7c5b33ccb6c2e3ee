import type { Comparison, Condition } from '../../conditions/condition.js'
import { conditionsOf } from '../conditions.js'
import type { Rule } from '../rule.js'

export const emptyCondition: Rule = {
  id: 'empty-condition',
  severity: 'warning',
  summary: 'A condition compares nothing, or a comparison lacks its variable, operator or value',
  *find({ blocks }) {
    for (const { condition, location, what } of blocks.flatMap(conditionsOf)) {
      if (!condition?.comparisons?.length) {
        yield { location, message: `${what} compares nothing, so it is never met: add a comparison, or remove it.` }
        continue
      }
      for (const [c, comparison] of comparisonsOf(condition).entries()) {
        const lacks = lackOf(comparison)
        if (lacks === undefined) continue
        const path = `${location.path}.comparisons.${c}`
        yield {
          location: { ...location, path },
          message: `A comparison has ${lacks}: choose one, or remove the comparison.`,
        }
      }
    }
  },
}

const comparisonsOf = (condition: Condition): readonly Comparison[] => condition.comparisons ?? []

const withoutValue: readonly (string | undefined)[] = ['Is set', 'Is empty']
/** An empty value may be intended here, to compare with the empty text. */
const mayBeEmpty: readonly (string | undefined)[] = ['Equal to', 'Not equal', ...withoutValue]

const lackOf = ({ variableId, comparisonOperator, value }: Comparison): string | undefined => {
  if (!variableId) return 'no variable and is never met'
  if (!comparisonOperator) return 'no operator and is never met'
  return value || mayBeEmpty.includes(comparisonOperator) ? undefined : 'no value'
}
