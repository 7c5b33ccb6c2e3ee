import { t } from '../i18n/i18n.js'
import { showToast } from './toasts.js'
import { writeToClipboard } from './write-to-clipboard.js'

/** Puts a text on the clipboard, and says so; or how to copy it otherwise, if the browser does not allow it. */
export function copyText(
  text: string,
  otherwise = t('The browser did not allow copying: choose the text and copy it by hand.'),
): void {
  writeToClipboard(text).then(
    () => showToast(t('Copied')),
    () => showToast(otherwise),
  )
}
