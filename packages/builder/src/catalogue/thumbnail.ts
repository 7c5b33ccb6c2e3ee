import type { Block } from '@colloquy/flow'
import { definitionOf } from '@colloquy/flow/blocks'

/** The address of the picture that a block shows on the canvas; undefined where it shows none, or one that only a chat knows. */
export function thumbnailOf(block: Block): string | undefined {
  const address = definitionOf(block.type)?.thumbnail?.(block)
  return isPictureAddress(address) ? address : undefined
}

export const isPictureAddress = (address: unknown): address is string =>
  typeof address === 'string' && /^https?:\/\//.test(address) && !address.includes('{{')
