import type { Input } from '@colloquy/chat'
import type { BlockContext } from '@colloquy/engine'
import { itemExits } from '../choice/item-exits.js'
import { isConstant } from './is-constant.js'

/** Fields that all stored inputs have. */
export interface StoredInput {
  id: string
  type: string
  outgoingEdgeId?: string
  options?: object
  items?: readonly object[]
}

/** The block as stored, with its texts expanded. Options or items that are passed replace the block's own, and are not expanded. */
export function showInput(
  block: StoredInput,
  context: BlockContext,
  replaced: { options?: object; items?: readonly object[] } = {},
): Input {
  const filled = <T extends object>(written: T) => (isConstant(written) ? written : context.expandDeep(written))
  const options = replaced.options ?? (block.options && filled(block.options))
  const items = replaced.items ?? block.items?.map(filled)
  return {
    id: block.id,
    type: block.type as Input['type'],
    outgoingEdgeId: block.outgoingEdgeId,
    options: options as Input['options'],
    items: items as Input['items'],
  }
}

/** An input that is typed or picked, with the current value of its variable. */
export function showPrefilledInput(block: StoredInput, context: BlockContext, options?: object): Input {
  const value = context.value((block.options as { variableId?: string } | undefined)?.variableId)
  const input = showInput(block, context, { options })
  return typeof value === 'string' && value !== '' ? { ...input, prefilledValue: value } : input
}

/** The only exit of an input whose items have no edges. */
export function ownExit(block: { outgoingEdgeId?: string; exits?: unknown }): string[] {
  return itemExits(block, [])
}
