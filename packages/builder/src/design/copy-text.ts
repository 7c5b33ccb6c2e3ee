import { t } from '../i18n/i18n.js'
import { say } from './toasts.js'

/** Puts a text on the clipboard, and says so. */
export function copyText(text: string): void {
  navigator.clipboard
    ?.writeText(text)
    .then(() => say(t('Copied')))
    .catch(() => say(t('The browser did not allow copying: choose the text and copy it by hand.')))
}
