import type { BlockContext, Effectful } from '@colloquy/engine'
import type { BlockOf, Condition } from '@colloquy/flow'
import { displayedItems } from '../choice/displayed-items.js'

export interface Card {
  id: string
  imageUrl?: string | null
  title?: string | null
  description?: string | null
  options?: { displayCondition?: { isEnabled?: boolean; condition?: Condition }; internalValue?: string | null }
  paths?: CardPath[]
}

export interface CardPath {
  id: string
  text?: string
  outgoingEdgeId?: string
}

/** The cards to show now: one card repeated over the lists that it names, or those whose condition is met. */
export function* displayedCards(block: BlockOf<'cards'>, context: BlockContext): Effectful<Card[]> {
  const items: Card[] = block.items ?? []
  const [template] = items
  const repeated = items.length === 1 && template ? repeatedCards(template, context) : undefined
  return repeated ?? (yield* displayedItems(items, (card) => card.options?.displayCondition, context))
}

/** Undefined if neither image, title nor description of the card is a list. */
function repeatedCards(template: Card, context: BlockContext): Card[] | undefined {
  const imageUrls = listNamedBy(template.imageUrl, context)
  const titles = listNamedBy(template.title, context)
  const descriptions = listNamedBy(template.description, context)
  const values = listNamedBy(template.options?.internalValue, context)
  const leading = titles ?? imageUrls ?? descriptions
  if (!leading) return undefined

  const expanded = context.expandDeep(template)
  const pick = (list: (string | null)[] | undefined, scalar: string | null | undefined, index: number) =>
    list ? list[index] : scalar
  return leading.map((_, index) => ({
    ...expanded,
    imageUrl: pick(imageUrls, expanded.imageUrl, index),
    title: pick(titles, expanded.title, index),
    description: pick(descriptions, expanded.description, index),
    ...(expanded.options && {
      options: { ...expanded.options, internalValue: pick(values, expanded.options.internalValue, index) },
    }),
    ...(template.paths && {
      paths: template.paths.map((path, pathIndex) => ({
        ...context.expandDeep(path),
        id: `dynamic-card-${index}-path-${pathIndex}`,
      })),
    }),
  }))
}

function listNamedBy(text: string | null | undefined, context: BlockContext): (string | null)[] | undefined {
  const value = context.singleVariable(text ?? undefined)?.value
  return Array.isArray(value) ? value : undefined
}
