import type { Block } from '@colloquy/flow'
import { exitTexts } from '@colloquy/flow/blocks'
import { shownBlock } from '@colloquy/flow/shown'
import { itemSummary, type Names } from '../../catalogue/summary.js'
import { t, translated } from '../../i18n/i18n.js'
import type { Row } from '../layout/layout.js'

/** The text in a row of a block: an answer, a condition, a button of a card, the remaining case, or an exit. */
export function rowText(block: Block, row: Row, names: Names): string {
  if (row.kind === 'head') return t('Afterwards')
  if (row.kind === 'otherwise') return translated(shownBlock(block.type)?.items?.otherwise ?? 'Other')
  if (row.way) return translated(exitTexts[row.way.on].label)
  return row.path ? (row.path.text ?? '') : itemSummary(block, row.item!, names)
}
