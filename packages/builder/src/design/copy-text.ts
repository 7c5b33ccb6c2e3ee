import { t } from '../i18n/i18n.js'
import { showToast } from './toasts.js'
import { writeToClipboard } from './write-to-clipboard.js'

/** Puts a text on the clipboard, and says so. */
export function copyText(text: string): void {
  writeToClipboard(text)
    .then(() => showToast(t('Copied')))
    .catch(() => showToast(t('The browser did not allow copying: choose the text and copy it by hand.')))
}
