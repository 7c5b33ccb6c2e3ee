import { type BlockContext, type Effectful, pause } from '@colloquy/engine'
import type { Condition } from '@colloquy/flow'

interface DisplayCondition {
  isEnabled?: boolean
  condition?: Condition
}

/** The items that are shown now, with their texts expanded: those without a condition, and those whose condition is met. */
export function* displayedItems<Item extends object>(
  items: readonly Item[],
  conditionOf: (item: Item) => DisplayCondition | undefined,
  context: BlockContext,
): Effectful<Item[]> {
  const shown: Item[] = []
  for (const item of items) {
    const displayCondition = conditionOf(item)
    if (context.isPauseDue) yield* pause()
    if (displayCondition?.isEnabled && !(yield* context.isMet(displayCondition.condition))) continue
    shown.push(context.expandDeep(item))
  }
  return shown
}
