// What palette and canvas show of blocks: the part of the definitions that a page needs before it opens a form. The builder's build leaves
// the rest of them out of what it loads for this entry.
import type { BlockDefinition, Items } from '../blocks/define.js'
import { definitionOf, definitions } from '../blocks/registry.js'
import { type ShownIntegration, shownIntegrations } from './shown-integrations.js'

export { type ShownIntegration, shownIntegrations }

/** The parts that are shown, beside `items` without its fields. */
export const shownParts = [
  'type',
  'section',
  'label',
  'icon',
  'logo',
  'description',
  'keywords',
  'isOld',
  'needsPageScripts',
  'create',
  'summary',
  'itemSummary',
  'thumbnail',
  'richText',
] as const satisfies readonly (keyof BlockDefinition)[]

export type ShownBlock = Pick<BlockDefinition, (typeof shownParts)[number]> & {
  readonly items?: Omit<Items, 'fields'>
}

/** All blocks with a definition of their own, in the order of the palette. */
export const shownBlocks: readonly ShownBlock[] = definitions

export const shownBlock = (type: string): ShownBlock | undefined => definitionOf(type)

export const shownIntegration = (type: string): ShownIntegration | undefined =>
  Object.hasOwn(shownIntegrations, type) ? shownIntegrations[type as keyof typeof shownIntegrations] : undefined
