import { findBlock } from '@colloquy/flow/operations'
import { entryOf } from '../catalogue/block-catalogue.js'
import { useStudio } from '../editor/studio.js'

/** Shows blocks on the canvas, and names them by their group and type. */
export function useShowBlock() {
  const { editing, select, view } = useStudio()
  return {
    block(blockId: string) {
      const groupId = findBlock(editing.document, blockId)?.group.id
      if (!groupId) return
      select({ blockId })
      view.set({ focus: { nodeId: groupId, blockId } })
    },
    nameOf(blockId: string): string {
      const found = findBlock(editing.document, blockId)
      return found ? `${found.group.title} › ${entryOf(found.block).label}` : blockId
    },
  }
}
