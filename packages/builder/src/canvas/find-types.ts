import type { BlockType } from '@colloquy/flow'
import { blockCatalogue } from '../catalogue/block-catalogue.js'

/** Types of blocks whose name or purpose has the words. */
export function findTypes(search: string) {
  const words = search.trim().toLowerCase()
  const all = Object.entries(blockCatalogue) as [BlockType, (typeof blockCatalogue)[BlockType]][]
  return all.filter(
    ([, { label, hint, section, isOld }]) => !isOld && `${label} ${hint} ${section}`.toLowerCase().includes(words),
  )
}
