import { definitionOf } from '@colloquy/flow/blocks'
import { findBlock } from '@colloquy/flow/operations'
import { entryOf } from '../catalogue/block-catalogue.js'
import { itemSummary, summaryOf } from '../catalogue/summary.js'
import { t, translated } from '../i18n/i18n.js'
import { useBotEditor } from './bot-editor.js'

/** Shows blocks on the canvas, and gives blocks and edges distinguishable names. */
export function useShowBlock() {
  const { editing, select, view } = useBotEditor()
  const titleOf = (groupId: string) => editing.document.groups.find(({ id }) => id === groupId)?.title
  const names = { variables: editing.document.variables, groupTitle: titleOf }
  return {
    block(blockId: string) {
      const groupId = findBlock(editing.document, blockId)?.group.id
      if (!groupId) return
      select({ blockId })
      view.set({ focus: { nodeId: groupId, blockId } })
    },
    /** Group and type of a block, and its text or action. */
    nameOf(blockId: string): string {
      const found = findBlock(editing.document, blockId)
      if (!found) return blockId
      const { group, block } = found
      return [`${group.title || t('Untitled')} › ${entryOf(block).label}`, summaryOf(block, names)]
        .filter(Boolean)
        .join(': ')
    },
    /** A condition, and the item that applies or that none does. */
    nameOfSide(blockId: string, itemId: string | undefined): string {
      const found = findBlock(editing.document, blockId)
      if (!found) return blockId
      const { group, block } = found
      const { items = [] } = block as { items?: Parameters<typeof itemSummary>[1][] }
      const item = items.find(({ id }) => id === itemId)
      const side = item ? itemSummary(block, item, names) : translated(definitionOf(block.type)?.items?.otherwise ?? '')
      return [group.title || t('Untitled'), side].filter(Boolean).join(' › ')
    },
    /** Start of an edge, the answer that takes it, and the group it leads to. */
    nameOfEdge(edgeId: string): string {
      const edge = editing.document.edges.find(({ id }) => id === edgeId)
      if (!edge) return edgeId
      const { from, to } = edge
      const found = from.blockId === undefined ? undefined : findBlock(editing.document, from.blockId)
      const target = titleOf(to.groupId) || t('Untitled')
      if (!found) return `${t('Start')} → ${target}`
      const { group, block } = found
      const { items = [] } = block as { items?: Parameters<typeof itemSummary>[1][] }
      const item = items.find(({ id }) => id === from.itemId)
      const answer = item
        ? itemSummary(block, item, names)
        : items.length > 0 && translated(definitionOf(block.type)?.items?.otherwise ?? '')
      return `${[group.title || t('Untitled'), answer].filter(Boolean).join(' › ')} → ${target}`
    },
  }
}
