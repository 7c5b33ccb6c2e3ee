import { definitionOf } from '../../blocks/registry.js'
import { readMoney } from '../../money.js'
import type { Rule } from '../rule.js'

export const invalidAmount: Rule = {
  id: 'invalid-amount',
  severity: 'error',
  summary: 'A Payment has an amount or a currency that cannot be charged',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      const price = definitionOf(block.type)?.price?.(block)
      if (!price?.amount || /\{\{/.test(price.amount + price.currency)) continue
      const money = readMoney(price.amount, price.currency)
      if (!('problem' in money)) continue
      yield {
        location: { ...location, path: `${location.path}.options.${money.option}` },
        message:
          money.option === 'amount'
            ? 'This amount cannot be charged: give a number above zero.'
            : 'This currency is unknown: give its code of three letters, such as EUR.',
      }
    }
  },
}
