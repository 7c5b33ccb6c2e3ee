import type { Block } from '@colloquy/flow'
import { type Turn, turnInto, turnsOf } from '@colloquy/flow/blocks'
import { findBlock } from '@colloquy/flow/operations'
import { entryOf } from '../../catalogue/block-catalogue.js'
import { showToast } from '../../design/toasts.js'
import { replaceBlock } from '../../document/commands/replace-block.js'
import type { BotEditor } from '../../editor/bot-editor.js'
import { locale, t, translated } from '../../i18n/i18n.js'
import { undo } from './actions.js'

export interface NamedTurn extends Turn {
  /** Name of the service, or of the action if the service stays the same. */
  name: string
}

/** Returns the types that a block of the flow can be turned into. */
export const turnsFor = (editor: BotEditor, block: Block): readonly NamedTurn[] =>
  turnsOf(block, blocksOf(editor)).map((turn) => ({
    ...turn,
    name: turn.type === block.type ? translated(turn.action) : entryOf(turn).label,
  }))

/** Turns a block into another one, opens its form, and reports what could not be kept. */
export function turnBlock(editor: BotEditor, blockId: string, { name, ...turn }: NamedTurn): void {
  const { editing, select, view } = editor
  const found = findBlock(editing.document, blockId)
  if (!found) return
  const turned = turnInto(found.block, turn, blocksOf(editor))
  if (!turned.ok) {
    const option = translated(turned.option)
    showToast(t('The block was not changed: {name} cannot take the value of “{option}”.', { name, option }))
    return
  }
  editing.run(t('Turn into {name}', { name }), replaceBlock(turned.block))
  select({ blockId })
  editor.openDetails()
  view.set({ isFormWanted: true })
  const notice = [
    t('Turned into {name}.', { name }),
    turned.lost.length > 0 && t('Not taken over: {names}.', { names: listed(turned.lost) }),
    turned.unused.length > 0 && t('Kept, but not used here: {names}.', { names: listed(turned.unused) }),
  ]
  showToast(notice.filter(Boolean).join(' '), { label: t('Undo'), run: () => undo(editor) }, 'history')
}

const blocksOf = ({ editing }: BotEditor) => editing.document.groups.flatMap(({ blocks }) => blocks)

const listed = (names: readonly string[]): string => new Intl.ListFormat(locale).format(names.map(translated))
