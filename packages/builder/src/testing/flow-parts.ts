/** Returns a bubble with a text. `more` has further properties of its block, such as the edge that leaves it. */
export const words = (id: string, text: string, more: object = {}) => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text }] }] },
  ...more,
})

/** Returns a group at a position on the canvas. Its title is its id by default. */
export const group = (id: string, blocks: object[], { x = 0, y = 0, title = id } = {}) => ({
  id,
  title,
  graphCoordinates: { x, y },
  blocks,
})
