import type { BlockContext, Effectful } from '@colloquy/engine'
import type { BlockOf } from '@colloquy/flow'
import { displayedItems } from '../choice/displayed-items.js'

interface Picture {
  id: string
  pictureSrc?: string
  title?: string
  description?: string
  value?: string
  outgoingEdgeId?: string
}

/** The pictures to show now: made from parallel lists, or those whose condition is met. */
export function* displayedPictures(
  block: BlockOf<'picture choice input'>,
  context: BlockContext,
): Effectful<Picture[]> {
  const items: BlockOf<'picture choice input'>['items'] = block.items ?? []
  const dynamic = block.options?.dynamicItems
  if (!dynamic?.isEnabled || !dynamic.pictureSrcsVariableId) {
    return yield* displayedItems(items, (item: (typeof items)[number]) => item.displayCondition, context)
  }
  const pictures = context.value(dynamic.pictureSrcsVariableId)
  if (pictures === undefined || pictures === null) {
    return items.map((item: (typeof items)[number]) => context.expandDeep(item))
  }
  const titles = listOf(dynamic.titlesVariableId, context)
  const descriptions = listOf(dynamic.descriptionsVariableId, context)
  return [pictures]
    .flat()
    .map((pictureSrc, index) => ({ pictureSrc, title: titles[index] ?? '', description: descriptions[index] ?? '' }))
    .flatMap(({ pictureSrc, ...texts }) => (pictureSrc === null ? [] : [{ pictureSrc, ...texts }]))
    .map((picture, index) => ({ id: String(index), ...picture }))
}

/** A text counts as a list with one item. */
function listOf(variableId: string | undefined, context: BlockContext): (string | null)[] {
  const value = context.value(variableId)
  return value === undefined ? [] : [value].flat()
}
