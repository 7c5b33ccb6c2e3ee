import { expect, it } from 'vitest'
import { exitLabels } from './exit-labels.js'

it('names the exit of an edge, and no exit that leads nowhere', () => {
  const exits = [
    { id: 'x', on: 'no-answer', outgoingEdgeId: 'late' },
    { id: 'y', on: 'invalid' },
  ]
  const blocks = [{ id: 'mail', type: 'email input', outgoingEdgeId: 'on', exits }]
  const groups = [{ id: 'g', title: '', graphCoordinates: { x: 0, y: 0 }, blocks }]
  const labels = exitLabels({ groups } as unknown as Parameters<typeof exitLabels>[0])
  expect([...labels]).toEqual([['late', 'If there is no answer']])
})
