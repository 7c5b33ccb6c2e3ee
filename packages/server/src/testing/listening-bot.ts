const at = { x: 0, y: 0 }

/** A bot that starts by waiting for data from another system. */
export function listeningBot(publicId: string) {
  return {
    publicId,
    events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
    edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
    groups: [{ id: 'g1', title: 'G', graphCoordinates: at, blocks: [{ id: 'hook', type: 'webhook', options: {} }] }],
  }
}
