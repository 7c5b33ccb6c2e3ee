import type { Block } from '@colloquy/flow'
import { shownBlock } from '@colloquy/flow/shown'

/** The address of the picture that a block shows on the canvas; undefined where it shows none, or one that only a chat knows. */
export function thumbnailOf(block: Block): string | undefined {
  const address = shownBlock(block.type)?.thumbnail?.(block)
  return isPictureAddress(address) ? address : undefined
}

export const isPictureAddress = (address: unknown): address is string =>
  typeof address === 'string' && /^https?:\/\//.test(address) && !address.includes('{{')
