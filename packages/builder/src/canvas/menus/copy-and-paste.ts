import { copyText } from '../../design/copy-text.js'
import { shownKeys } from '../../design/keys.js'
import { showToast } from '../../design/toasts.js'
import { writeToClipboard } from '../../design/write-to-clipboard.js'
import { holdsClip } from '../../document/copy.js'
import type { BotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { deleteChosen, pasteText } from '../actions/actions.js'
import { confirmCopy, selectedClip } from '../actions/clipboard.js'
import { addressOf } from '../view/use-address.js'

/** Copies the selection with the browser's clipboard API, for menus; key events carry clipboard data themselves. */
export async function copySelection(editor: BotEditor, { isCut = false } = {}): Promise<void> {
  const clip = selectedClip(editor)
  if (!clip) return
  try {
    await writeToClipboard(JSON.stringify(clip))
  } catch {
    return showToast(t('The browser did not allow copying. Press {keys} instead.', { keys: shownKeys('mod C') }))
  }
  if (isCut && !editor.isReadOnly) deleteChosen(editor)
  confirmCopy(clip)
}

/** Pastes with the browser's clipboard API, for menus. */
export async function pasteSelection(editor: BotEditor, at: { x: number; y: number }): Promise<void> {
  let text: string
  try {
    text = await navigator.clipboard.readText()
  } catch {
    return showToast(t('The browser did not allow pasting. Press {keys} instead.', { keys: shownKeys('mod V') }))
  }
  if (holdsClip(text)) pasteText(editor, text, at)
  else showToast(t('The clipboard holds no blocks or groups.'))
}

/** Copies the link to what is chosen. */
export function copyLink(editor: BotEditor): void {
  const { origin, pathname } = location
  const otherwise = t('The browser did not allow copying. The address bar has the link.')
  copyText(`${origin}${pathname}${addressOf(editor)}`, otherwise)
}
