import type { Attack } from './attack.js'
import { circleOf, flowOf } from './hostile-flows.js'

const addresses = 8
const longText = 'x'.repeat(120_000)
const body = Buffer.from(JSON.stringify({ prefilledVariables: { a: longText } }))
const operators = ['Starts with', 'Ends with', 'Contains', 'Equal to', 'Greater than', 'Matches regex']

/** A condition of this many comparisons of a text with itself, twice. */
function condition(count: number) {
  const comparisons = Array.from({ length: count }, (_, index) => ({
    id: `c${index}`,
    variableId: 'a',
    comparisonOperator: operators[index % operators.length],
    value: '{{a}}{{a}}',
  }))
  return { id: 'if', type: 'Condition', items: [{ id: 'i', content: { logicalOperator: 'OR', comparisons } }] }
}

/** Bots that compute without a pause, at a visitor's word. */
export const circleOfComparisons: Attack = {
  name: 'comparisons of a text of 120 kB, thousands at once and in a circle',
  who: 'visitor',
  everyMs: 250,
  atOnce: 8,
  async prepare(client) {
    const bots = [await client.publish(circleOf(condition(20))), await client.publish(flowOf(condition(5_000)))]
    let next = 0
    return async () => {
      next += 1
      await client.start(bots[next % bots.length] as (typeof bots)[number], body, { from: 1 + (next % addresses) })
    }
  },
}
