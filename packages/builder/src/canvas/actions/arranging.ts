import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceBetween,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceBetween,
  type LucideIcon,
} from 'lucide-react'
import { moveNodes } from '../../document/commands/move-nodes.js'
import type { BotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { type Alignment, align, fewestFor } from '../layout/align.js'
import { arrange } from '../layout/tidy.js'

/** An arrangement of chosen nodes, as menus and forms offer it. */
export interface Arrangement {
  alignment: Alignment
  label: string
  icon: LucideIcon
  /** Its shortcut, as menus show it. */
  keys: string
}

const arrangements: readonly Arrangement[] = [
  { alignment: 'left', label: t('Align left'), icon: AlignStartVertical, keys: 'Alt A' },
  { alignment: 'center', label: t('Align horizontal centres'), icon: AlignCenterVertical, keys: 'Alt H' },
  { alignment: 'right', label: t('Align right'), icon: AlignEndVertical, keys: 'Alt D' },
  { alignment: 'top', label: t('Align top'), icon: AlignStartHorizontal, keys: 'Alt W' },
  { alignment: 'middle', label: t('Align vertical centres'), icon: AlignCenterHorizontal, keys: 'Alt V' },
  { alignment: 'bottom', label: t('Align bottom'), icon: AlignEndHorizontal, keys: 'Alt S' },
  { alignment: 'across', label: t('Distribute horizontally'), icon: AlignHorizontalSpaceBetween, keys: 'Alt Shift H' },
  { alignment: 'down', label: t('Distribute vertically'), icon: AlignVerticalSpaceBetween, keys: 'Alt Shift V' },
]

/** The arrangements for a number of chosen nodes. */
export const arrangementsFor = (count: number): readonly Arrangement[] =>
  arrangements.filter(({ alignment }) => count >= fewestFor(alignment))

/** Arranges the chosen nodes as one edit. */
export function arrangeChosen({ editing, view }: BotEditor, { alignment, label }: Arrangement): void {
  editing.run(label, moveNodes(align(editing.document, view.get().nodeIds, alignment)))
}

/** Arranges the chosen nodes by a shortcut: Alt and a letter, perhaps with Shift. */
export function arrangeByKey(editor: BotEditor, letter: string, hasShift: boolean): void {
  const pressed = ['Alt', ...(hasShift ? ['Shift'] : []), letter.toUpperCase()].join(' ')
  const found = arrangementsFor(editor.view.get().nodeIds.size).find(({ keys }) => keys === pressed)
  if (found) arrangeChosen(editor, found)
}

/** Arranges all nodes from left to right. */
export function arrangeFlow({ editing }: BotEditor): void {
  editing.run(t('Tidy up'), moveNodes(arrange(editing.document)))
}
