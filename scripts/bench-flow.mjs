/** A flow for measuring: a chain of groups, each with a text bubble and a text input, `blocks` blocks in all. */
export function chainFlow(blocks) {
  const length = Math.floor(blocks / 2)
  const numbers = Array.from({ length }, (_, index) => index)
  return {
    version: '6',
    name: `Chain of ${blocks}`,
    icon: null,
    folderId: null,
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'edge0' }],
    groups: numbers.map((number) => chainGroup(number, number + 1 < length)),
    edges: numbers.map((number) => ({
      id: `edge${number}`,
      from: number === 0 ? { eventId: 'start' } : { blockId: `input${number - 1}` },
      to: { groupId: `group${number}` },
    })),
    variables: [0, 1, 2, 3, 4].map((number) => ({ id: `variable${number}`, name: `Answer ${number}` })),
    theme: {},
    settings: {},
  }
}

function chainGroup(number, hasNext) {
  return {
    id: `group${number}`,
    title: `Question ${number}`,
    graphCoordinates: { x: 300 * (number + 1), y: 0 },
    blocks: [
      {
        id: `text${number}`,
        type: 'text',
        content: { richText: [{ type: 'p', children: [{ text: `Question ${number}: what do you say?` }] }] },
      },
      {
        id: `input${number}`,
        type: 'text input',
        options: { variableId: `variable${number % 5}` },
        ...(hasNext ? { outgoingEdgeId: `edge${number + 1}` } : {}),
      },
    ],
  }
}
