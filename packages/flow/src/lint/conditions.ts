import type { Condition } from '../condition.js'
import type { BlockPlace } from './flow-parts.js'
import type { Place } from './problem.js'

/** A condition of an item: the one that a Condition block tests, or the one on which an item is shown. */
export interface ItemCondition {
  readonly condition: Condition | undefined
  /** `path` is that of the condition. */
  readonly place: Place & { path: string }
  /** What it is called in a sentence. */
  readonly what: string
}

/** All conditions that stand in a block and are in use. */
export const conditionsOf = ({ block, place }: BlockPlace): ItemCondition[] => {
  switch (block.type) {
    case 'Condition':
      return block.items.map((item, i) => ({
        condition: item.content,
        place: { ...place, itemId: item.id, path: `${place.path}.items.${i}.content` },
        what: 'This condition',
      }))
    case 'choice input':
    case 'picture choice input':
    case 'cards':
      return block.items.flatMap((item, i) => {
        const isCard = 'options' in item
        const shown =
          'displayCondition' in item ? item.displayCondition : isCard ? item.options?.displayCondition : undefined
        if (!shown?.isEnabled) return []
        const path = `${place.path}.items.${i}.${isCard ? 'options.' : ''}displayCondition.condition`
        return [
          {
            condition: shown.condition,
            place: { ...place, itemId: item.id, path },
            what: 'The condition to show this item',
          },
        ]
      })
    default:
      return []
  }
}
