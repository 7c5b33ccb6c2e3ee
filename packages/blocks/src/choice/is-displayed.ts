import type { BlockContext } from '@colloquy/engine'
import type { Condition } from '@colloquy/flow'

/** True if an item is shown now: it has no condition, or one that is met. */
export function isDisplayed(
  displayCondition: { isEnabled?: boolean; condition?: Condition } | undefined,
  context: BlockContext,
): boolean {
  if (!displayCondition?.isEnabled) return true
  if (!displayCondition.condition?.comparisons?.length) return false
  return context.isMet(displayCondition.condition)
}
