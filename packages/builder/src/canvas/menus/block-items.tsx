import type { Block } from '@colloquy/flow'
import { Ban, CircleDot, CopyPlus, Link, MessageSquareText, Play, Plus, SquareStack, Trash2 } from 'lucide-react'
import { MenuItem, MenuLine } from '../../design/menu.js'
import { useBotEditor } from '../../editor/bot-editor.js'
import { toggleBreakpoint, useBreakpoints } from '../../editor/breakpoints.js'
import { t } from '../../i18n/i18n.js'
import { deleteChosen, duplicateChosen, toggleDisabled } from '../actions/actions.js'
import { pickBlockAfter, pickBlockInNewGroup } from '../actions/add-actions.js'
import { ClipItems } from './clip-items.js'
import { copyLink } from './copy-and-paste.js'
import { TurnItems } from './turn-items.js'

/** Actions for the chosen block, in any menu. */
export function BlockItems({ block, groupId }: { block: Block; groupId: string }) {
  const editor = useBotEditor()
  const isStop = useBreakpoints(editor.bot.id).includes(block.id)
  return (
    <>
      <MenuItem icon={<Plus size={15} />} keys="/" onSelect={() => pickBlockAfter(editor, { x: 0, y: 0 })}>
        {t('Add block below')}
      </MenuItem>
      <MenuItem icon={<CopyPlus size={15} />} keys="G" onSelect={() => pickBlockInNewGroup(editor, { x: 0, y: 0 })}>
        {t('Add connected group')}
      </MenuItem>
      <ClipItems />
      <MenuItem icon={<SquareStack size={15} />} keys="mod D" onSelect={() => duplicateChosen(editor)}>
        {t('Duplicate the block')}
      </MenuItem>
      <TurnItems block={block} />
      <MenuItem icon={<Ban size={15} />} keys="M" onSelect={() => toggleDisabled(editor)}>
        {block.isMuted === true ? t('Enable the block') : t('Disable the block')}
      </MenuItem>
      <MenuItem icon={<CircleDot size={15} />} keys="B" onSelect={() => toggleBreakpoint(editor)}>
        {isStop ? t('Remove the breakpoint') : t('Set a breakpoint')}
      </MenuItem>
      <MenuItem
        icon={<MessageSquareText size={15} />}
        keys="C"
        onSelect={() => editor.view.set({ panel: 'comments', isFormWanted: true })}
      >
        {t('Comment')}
      </MenuItem>
      <MenuItem icon={<Link size={15} />} onSelect={() => copyLink(editor)}>
        {t('Copy a link to it')}
      </MenuItem>
      <MenuItem icon={<Play size={15} />} onSelect={() => editor.preview({ type: 'group', groupId })}>
        {t('Preview from its group')}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<Trash2 size={15} />} keys="Del" isDanger onSelect={() => deleteChosen(editor)}>
        {t('Delete the block')}
      </MenuItem>
    </>
  )
}
