/** A flow of many groups in a grid, each leading to the next and to another: for measuring. */
export function bigFlow(groupCount: number, blocksEach: number) {
  const groups = Array.from({ length: groupCount }, (_, g) => ({
    id: `g${g}`,
    title: `Group ${g}`,
    graphCoordinates: { x: (g % 25) * 400 + 300, y: Math.floor(g / 25) * 520 },
    blocks: Array.from({ length: blocksEach }, (_, b) => blockOf(g, b, groupCount, b === blocksEach - 1)),
  }))
  const edges = groups.flatMap((_, g) => [
    { id: `e${g}`, from: { blockId: `g${g}b${blocksEach - 1}` }, to: { groupId: `g${(g + 1) % groupCount}` } },
    { id: `i${g}`, from: { blockId: `g${g}b1`, itemId: `g${g}i` }, to: { groupId: `g${(g + 7) % groupCount}` } },
  ])
  return {
    name: 'A large bot',
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'g0' } }, ...edges],
    variables: [{ id: 'v', name: 'Answer' }],
    groups,
  }
}

function blockOf(g: number, b: number, groupCount: number, isLast: boolean) {
  const id = `g${g}b${b}`
  const exit = isLast ? { outgoingEdgeId: `e${g % groupCount}` } : {}
  if (b === 1) {
    return {
      id,
      type: 'choice input',
      items: [
        { id: `g${g}i`, content: 'One', outgoingEdgeId: `i${g}` },
        { id: `g${g}j`, content: 'Two' },
      ],
      ...exit,
    }
  }
  if (b % 3 === 2) return { id, type: 'text input', options: { variableId: 'v' }, ...exit }
  return {
    id,
    type: 'text',
    content: { richText: [{ type: 'p', children: [{ text: `Words of block ${b} in group ${g}` }] }] },
    ...exit,
  }
}
