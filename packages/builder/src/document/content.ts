import type { BotDocument } from '@colloquy/flow/operations'

/** The content of a release, and the basis for comparing drafts. */
export type Content = Pick<BotDocument, 'events' | 'groups' | 'edges' | 'variables' | 'theme' | 'settings'>

export const contentKeys = ['events', 'groups', 'edges', 'variables', 'theme', 'settings'] as const

export const contentOf = (from: Content): Content => ({
  events: from.events,
  groups: from.groups,
  edges: from.edges,
  variables: from.variables,
  theme: from.theme,
  settings: from.settings,
})
