import { words } from './flow-parts.js'

/** A flow of many groups in a grid, each leading to the next and, by every answer but the last, to others: for measuring. */
export function bigFlow(groupCount: number, blocksEach: number, answers = 2) {
  const groups = Array.from({ length: groupCount }, (_, g) => ({
    id: `g${g}`,
    title: `Group ${g}`,
    graphCoordinates: { x: (g % 25) * 400 + 300, y: Math.floor(g / 25) * (360 + answers * 40) },
    blocks: Array.from({ length: blocksEach }, (_, b) =>
      blockOf(g, b, groupCount, { isLast: b === blocksEach - 1, answers }),
    ),
  }))
  const edges = groups.flatMap((_, g) => [
    { id: `e${g}`, from: { blockId: `g${g}b${blocksEach - 1}` }, to: { groupId: `g${(g + 1) % groupCount}` } },
    ...Array.from({ length: answers - 1 }, (_, i) => ({
      id: `i${g}-${i}`,
      from: { blockId: `g${g}b1`, itemId: `g${g}i${i}` },
      to: { groupId: `g${(g + [1, 25, 26, 2, 24, 7, 50][i % 7]!) % groupCount}` },
    })),
  ])
  return {
    name: 'A large bot',
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'g0' } }, ...edges],
    variables: [{ id: 'v', name: 'Answer' }],
    groups,
  }
}

function blockOf(g: number, b: number, groupCount: number, { isLast, answers }: { isLast: boolean; answers: number }) {
  const id = `g${g}b${b}`
  const exit = isLast ? { outgoingEdgeId: `e${g % groupCount}` } : {}
  if (b === 1) {
    return {
      id,
      type: 'choice input',
      items: Array.from({ length: answers }, (_, i) => ({
        id: `g${g}i${i}`,
        content: `Answer ${i}`,
        ...(i < answers - 1 && { outgoingEdgeId: `i${g}-${i}` }),
      })),
      ...exit,
    }
  }
  if (b % 3 === 2) return { id, type: 'text input', options: { variableId: 'v' }, ...exit }
  return words(id, `Words of block ${b} in group ${g}`, exit)
}
