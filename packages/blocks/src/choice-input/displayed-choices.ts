import type { BlockContext, Effectful, VariableValue } from '@colloquy/engine'
import type { BlockOf } from '@colloquy/flow'
import { displayedItems } from '../choice/displayed-items.js'

interface Choice {
  id: string
  content?: string
  value?: string
  outgoingEdgeId?: string
}

/**
 * The buttons to show now: made from a list, or those whose condition is met. If the list is unset, the stored buttons are shown,
 * unexpanded.
 */
export function* displayedChoices(block: BlockOf<'choice input'>, context: BlockContext): Effectful<Choice[]> {
  const items: BlockOf<'choice input'>['items'] = block.items ?? []
  if (block.options?.dynamicVariableId) {
    const list = context.value(block.options.dynamicVariableId)
    if (list === undefined || list === null) return items
    return textsOf(list).map((content, index) => ({ id: `choice${index}`, content }))
  }
  return yield* displayedItems(items, (item: (typeof items)[number]) => item.displayCondition, context)
}

/** Elements of a list, of a text that is a JSON list, or the text itself; without empty and duplicate ones. */
function textsOf(value: VariableValue): string[] {
  const list: unknown[] = Array.isArray(value) ? value : (jsonList(value) ?? [value])
  const texts = list.map((element) => {
    if (element === null || element === undefined) return ''
    return typeof element === 'string' ? element : JSON.stringify(element)
  })
  return [...new Set(texts)].filter((text) => text !== '')
}

function jsonList(text: string | null): unknown[] | undefined {
  if (!text?.trimStart().startsWith('[')) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
