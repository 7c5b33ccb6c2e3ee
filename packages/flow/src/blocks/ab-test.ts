import { edge, id, literal, number } from '../fields/fields.js'
import { defineBlock } from './define.js'

export const abTest = defineBlock({
  type: 'AB test',
  section: 'logic',
  label: 'A/B test',
  icon: 'split',
  description: 'Split visitors at random',
  keywords: 'ab test, abtest, experiment, random, variant',
  options: {
    aPercent: number({ label: 'Share of A (%)', default: 50, min: 0, max: 100, isStrict: true }),
  },
  items: {
    fields: { id },
    fixed: [
      { path: literal('a'), outgoingEdgeId: edge },
      { path: literal('b'), outgoingEdgeId: edge },
    ],
  },
  ways({ items: [a, b] }) {
    const edges = [a.outgoingEdgeId, b.outgoingEdgeId].filter((edgeId) => edgeId !== undefined)
    return edges.length === 0 ? {} : { edges, isLeft: b.outgoingEdgeId !== undefined }
  },
  create: (newId) => ({
    items: [
      { id: newId(), path: 'a' },
      { id: newId(), path: 'b' },
    ],
  }),
  summary: ({ options }) => `${options?.aPercent ?? 50} % to A`,
  itemSummary: ({ path }) => (path === 'a' ? 'A' : 'B'),
})
