import { ClipboardPaste, Copy, Scissors } from 'lucide-react'
import { MenuItem } from '../../design/menu.js'
import { useBotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { chosenNodes } from '../actions/actions.js'
import { positionBeside } from '../layout/free-position.js'
import { copySelection, pasteSelection } from './copy-and-paste.js'

/** Clipboard actions for the selection. */
export function ClipItems() {
  const editor = useBotEditor()
  return (
    <>
      <MenuItem icon={<Copy size={15} />} keys="mod C" onSelect={() => copySelection(editor)}>
        {t('Copy')}
      </MenuItem>
      <MenuItem icon={<Scissors size={15} />} keys="mod X" onSelect={() => copySelection(editor, { isCut: true })}>
        {t('Cut')}
      </MenuItem>
      <PasteItem at={() => positionBeside(editor.editing.document, chosenNodes(editor)[0] ?? '')} />
    </>
  )
}

/** Pastes the clipboard; `at` is the position, unless the clipboard holds a block and there is a group for it. */
export function PasteItem({ at }: { at(): { x: number; y: number } }) {
  const editor = useBotEditor()
  return (
    <MenuItem icon={<ClipboardPaste size={15} />} keys="mod V" onSelect={() => pasteSelection(editor, at())}>
      {t('Paste')}
    </MenuItem>
  )
}
