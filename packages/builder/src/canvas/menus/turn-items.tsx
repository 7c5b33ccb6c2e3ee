import type { Block } from '@colloquy/flow'
import { Replace } from 'lucide-react'
import { BlockIcon } from '../../catalogue/block-icon.js'
import { MenuItem } from '../../design/menu.js'
import { SubMenu } from '../../design/sub-menu.js'
import { useBotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { turnBlock, turnsFor } from '../actions/turn-into.js'

/** Types that a block can be turned into; renders nothing for most blocks. */
export function TurnItems({ block }: { block: Block }) {
  const editor = useBotEditor()
  const turns = turnsFor(editor, block)
  if (turns.length === 0) return null
  return (
    <SubMenu icon={<Replace size={15} />} label={t('Turn into')}>
      {turns.map((turn) => (
        <MenuItem
          key={turn.type}
          icon={<BlockIcon type={turn.type} />}
          onSelect={() => turnBlock(editor, block.id, turn)}
        >
          {turn.name}
        </MenuItem>
      ))}
    </SubMenu>
  )
}
