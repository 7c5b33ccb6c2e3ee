import type { Block } from '../blocks-schema/block.js'
import type { Edge, FlowEvent, Group, Variable } from '../flow-schema.js'
import type { Settings } from '../settings.js'
import type { Theme } from '../theme/theme.js'

/** The parts of a bot that the canvas and its neighboring pages edit, as immutable plain data. */
export interface BotDocument {
  name: string
  icon: string | null
  events: FlowEvent[]
  groups: Group[]
  edges: Edge[]
  variables: Variable[]
  theme: Theme
  settings: Settings
}

/** The keys of a document: the path of an operation begins with one of them. */
export const documentKeys = [
  'name',
  'icon',
  'events',
  'groups',
  'edges',
  'variables',
  'theme',
  'settings',
] as const satisfies readonly (keyof BotDocument)[]

/** Reduces a bot to its editable parts. */
export const documentOf = (bot: BotDocument): BotDocument => ({
  name: bot.name,
  icon: bot.icon,
  events: bot.events,
  groups: bot.groups,
  edges: bot.edges,
  variables: bot.variables,
  theme: bot.theme,
  settings: bot.settings,
})

/** Finds a block and the group that contains it. */
export function findBlock(
  document: Pick<BotDocument, 'groups'>,
  blockId: string,
): { group: Group; block: Block } | undefined {
  for (const group of document.groups) {
    const block = group.blocks.find(({ id }) => id === blockId)
    if (block) return { group, block }
  }
  return undefined
}
