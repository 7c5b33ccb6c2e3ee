/** A bubble that says this. `more` is what else its block has, such as the edge that leaves it. */
export const words = (id: string, text: string, more: object = {}) => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text }] }] },
  ...more,
})

/** A group at its place on the canvas; its title is its id unless told. */
export const group = (id: string, blocks: object[], { x = 0, y = 0, title = id } = {}) => ({
  id,
  title,
  graphCoordinates: { x, y },
  blocks,
})
