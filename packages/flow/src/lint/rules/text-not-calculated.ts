import { definitionOf } from '../../blocks/registry.js'
import { resemblesCalculation } from '../../conditions/calculation.js'
import type { Rule } from '../rule.js'

export const textNotCalculated: Rule = {
  id: 'text-not-calculated',
  severity: 'info',
  summary: 'A value looks like a calculation without spaces, and is stored as the text that it is',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      const value = definitionOf(block.type)?.textValue?.(block)
      if (!value || !resemblesCalculation(value.text)) continue
      yield {
        location: { ...location, path: `${location.path}.${value.path}` },
        message: `"${value.text}" is stored as a text and not calculated: write a space on both sides of - and /, or mark it as JavaScript.`,
        fix: {
          title: 'Mark it as JavaScript',
          edits: value.calculated.map((edit) => ({ ...edit, path: `${location.path}.${edit.path}` })),
        },
      }
    }
  },
}
