import type { Condition } from '../conditions/condition.js'
import { condition, edge, id } from '../fields/fields.js'
import { defineBlock } from './define.js'

export const conditionBlock = defineBlock({
  type: 'Condition',
  section: 'logic',
  label: 'Condition',
  icon: 'git-branch',
  description: 'Branch on conditions',
  keywords: 'if, else, branch, logic, filter, rule, switch',
  changesNothing: true,
  computes: true,
  items: {
    fields: { id, outgoingEdgeId: edge, content: condition },
    noun: 'condition',
    endsBranch: true,
    otherwise: 'Otherwise',
  },
  form: 'conditions',
  ways: ({ items }) => ({ edges: items.map(({ outgoingEdgeId }) => outgoingEdgeId) }),
  create: (newId) => ({
    items: [{ id: newId(), content: { logicalOperator: 'AND', comparisons: [{ id: newId() }] } }],
  }),
  itemSummary({ content }, { variable, operator }) {
    const { comparisons = [], logicalOperator = 'AND' } = (content ?? {}) as Condition
    return comparisons
      .map(({ variableId, comparisonOperator, value }) =>
        [variable(variableId), operator(comparisonOperator), value].filter(Boolean).join(' '),
      )
      .filter(Boolean)
      .join(` ${logicalOperator.toLowerCase()} `)
  },
})
