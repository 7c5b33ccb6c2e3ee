import type { Block } from '@colloquy/flow'
import { definitionOf } from '@colloquy/flow/blocks'
import { itemSummary, type Names } from '../catalogue/summary.js'
import { t } from '../i18n/i18n.js'
import type { Row } from './layout.js'

/** What stands in a row of a block: an answer, a condition, a button of a card, or the way that is left. */
export function rowWords(block: Block, row: Row, names: Names): string {
  if (row.kind === 'head') return t('Afterwards')
  if (row.kind === 'otherwise') return definitionOf(block.type)?.items?.otherwise ?? t('Any other answer')
  return row.path ? (row.path.text ?? '') : itemSummary(block, row.item!, names)
}
