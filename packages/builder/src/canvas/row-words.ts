import type { Block } from '@colloquy/flow'
import { definitionOf, exitWords } from '@colloquy/flow/blocks'
import { itemSummary, type Names } from '../catalogue/summary.js'
import type { Row } from './layout.js'

/** What stands in a row of a block: an answer, a condition, a button of a card, the way that is left, or a way out. */
export function rowWords(block: Block, row: Row, names: Names): string {
  if (row.kind === 'head') return 'Afterwards'
  if (row.kind === 'otherwise') return definitionOf(block.type)?.items?.otherwise ?? 'Any other answer'
  if (row.way) return exitWords[row.way.on].label
  return row.path ? (row.path.text ?? '') : itemSummary(block, row.item!, names)
}
