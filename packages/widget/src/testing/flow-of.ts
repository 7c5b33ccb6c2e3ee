type Block = { id: string; type: string; [key: string]: unknown }

export interface FlowAppearance {
  theme?: object
  settings?: object
  variables?: { id: string; name: string; value?: string }[]
  /** Edges besides the one from the start. */
  edges?: { id: string; from: object; to: { groupId: string; blockId?: string } }[]
}

const at = { x: 0, y: 0 }

/** A bot that goes through these blocks one after another. */
export function flowOf(
  publicId: string,
  blocks: readonly Block[],
  { theme, settings, variables, edges = [] }: FlowAppearance = {},
) {
  return {
    publicId,
    name: `Bot ${publicId}`,
    theme: theme ?? {},
    settings: settings ?? { typingEmulation: { enabled: false } },
    variables: variables ?? [{ id: 'answer', name: 'Answer' }],
    events: [{ id: 'start', type: 'start', graphCoordinates: at, outgoingEdgeId: 'edge' }],
    edges: [{ id: 'edge', from: { eventId: 'start' }, to: { groupId: 'group' } }, ...edges],
    groups: [{ id: 'group', title: 'Group', graphCoordinates: at, blocks }],
  }
}

/** A text message. */
export const says = (text: string, id = `says-${text.replace(/\W+/g, '-').toLowerCase()}`): Block => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text }] }] },
})

/** A message that repeats the last answer of the visitor. */
export const repeats = (name = 'Answer'): Block => says(`You said: {{${name}}}`, 'repeats')

/** An input that saves into the variable of the bot. */
export const asks = (type: string, options: object = {}, items?: readonly object[]): Block => ({
  id: `asks-${type.replace(/ /g, '-')}`,
  type,
  options: { variableId: 'answer', ...options },
  ...(items && { items }),
})
