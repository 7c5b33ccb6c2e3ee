import { t } from '../i18n/i18n.js'
import { showToast } from './toasts.js'

/** Puts a text on the clipboard, and says so. */
export function copyText(text: string): void {
  navigator.clipboard
    ?.writeText(text)
    .then(() => showToast(t('Copied')))
    .catch(() => showToast(t('The browser did not allow copying: choose the text and copy it by hand.')))
}
