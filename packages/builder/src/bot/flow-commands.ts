import { type BotDocument, itemsOf } from '@colloquy/flow/operations'
import { Braces, StickyNote, Workflow } from 'lucide-react'
import { entryOf } from '../catalogue/block-catalogue.js'
import { itemSummary, type Names, summaryOf } from '../catalogue/summary.js'
import type { Command } from '../commands/command.js'
import { isNote } from '../document/is-note.js'
import type { BotEditor } from '../editor/bot-editor.js'
import { searchableText } from '../editor/searchable-text.js'
import { t } from '../i18n/i18n.js'

/** A command of a bot. */
export interface BotCommand extends Command {
  /** The place on the canvas that the command opens. */
  location?: Parameters<BotEditor['show']>[0]
  /** The effect is visible on every page of the bot; other commands open the canvas first. */
  isEverywhere?: true
}

/** Commands that open a part of the flow: groups, their blocks, variables. */
export function flowCommands({ editing, view, show }: BotEditor, names: Names): BotCommand[] {
  const { groups, variables }: BotDocument = editing.document
  const to = (location: NonNullable<BotCommand['location']>) => ({
    location,
    section: 'Flow' as const,
    run: () => show(location),
  })
  return [
    ...groups.flatMap((group) => [
      {
        id: group.id,
        label: group.title,
        hint: isNote(group) ? t('Note') : t('Group'),
        words: group.id,
        icon: isNote(group) ? StickyNote : Workflow,
        ...to({ nodeId: group.id }),
      },
      ...group.blocks.map((block) => {
        const texts = [summaryOf(block, names), ...itemsOf(block).map((item) => itemSummary(block, item, names))]
        const { label, icon } = entryOf(block)
        return {
          id: block.id,
          label: texts.filter(Boolean).join(' · ') || label,
          hint: t('{label} in {title}', { label, title: group.title }),
          words: `${block.id} ${searchableText(block, variables)}`,
          icon,
          ...to({ nodeId: group.id, blockId: block.id }),
        }
      }),
    ]),
    ...variables.map((variable) => ({
      id: `variable ${variable.id}`,
      label: variable.name,
      hint: t('Variable'),
      words: variable.id,
      icon: Braces,
      section: 'Flow' as const,
      run: () => view.set({ panel: 'variables' as const }),
    })),
  ]
}
