import type { Attack } from './attack.js'
import { askText, bubble, flowOf } from './hostile-flows.js'

/** More items than a list may have, and as many as it may. */
const sizes = [12_000, 9_000]

/** `itemOf`: so that every item has to be compared with every other one. */
function comparison(
  name: string,
  comparisonOperator: string,
  itemOf: (list: 'a' | 'b', index: number) => string,
): Attack {
  return {
    name,
    who: 'visitor',
    everyMs: 2_000,
    async prepare(client) {
      const compared = { id: 'c', variableId: 'a', comparisonOperator, value: '{{b}}' }
      const condition = { id: 'if', type: 'Condition', items: [{ id: 'i', content: { comparisons: [compared] } }] }
      const bot = await client.publish(flowOf(condition, bubble('said', 'Compared'), askText))
      const bodies = sizes.map((size) => {
        const list = (name: 'a' | 'b') => Array.from({ length: size }, (_, index) => itemOf(name, index))
        return Buffer.from(JSON.stringify({ prefilledVariables: { a: list('a'), b: list('b') } }))
      })
      return async () => {
        for (const body of bodies) await client.start(bot, body)
      }
    },
  }
}

const different = (list: string, index: number) => `${list}${index % 10}`

export const differentLists = comparison('two long lists that must differ', 'Not equal', different)
export const equalLists = comparison('two long lists that must be equal', 'Equal to', () => 'x')
export const listOfPatterns = comparison('a long list against a long list of patterns', 'Matches regex', different)
