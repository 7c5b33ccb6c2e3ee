// Block definitions for palette and canvas: the part that a page needs before it opens a form. The builder's build excludes the rest of the
// definitions from what it loads for this entry.
import type { BlockDefinition, Items } from '../blocks/define.js'
import { definitionOf, definitions } from '../blocks/registry.js'
import { type ShownIntegration, shownIntegrations } from './shown-integrations.js'

export { type ShownIntegration, shownIntegrations }

/** The visible parts, in addition to `items` without its fields. */
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
  'ways',
] as const satisfies readonly (keyof BlockDefinition)[]

export type ShownBlock = Pick<BlockDefinition, (typeof shownParts)[number]> & {
  readonly items?: Omit<Items, 'fields'>
}

/** All blocks with their own definition, in the order of the palette. */
export const shownBlocks: readonly ShownBlock[] = definitions

export const shownBlock = (type: string): ShownBlock | undefined => definitionOf(type)

export const shownIntegration = (type: string): ShownIntegration | undefined =>
  Object.hasOwn(shownIntegrations, type) ? shownIntegrations[type as keyof typeof shownIntegrations] : undefined
