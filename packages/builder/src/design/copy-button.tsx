import { Copy } from 'lucide-react'
import { t } from '../i18n/i18n.js'
import { say } from './toasts.js'

/** Puts a text on the clipboard. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const copy = () =>
    navigator.clipboard
      ?.writeText(text)
      .then(() => say(t('Copied')))
      .catch(() => say(t('The browser did not allow copying: choose the text and copy it by hand.')))
  return (
    <button type="button" className="button icon-only" aria-label={label} title={t('Copy')} onClick={copy}>
      <Copy size={15} />
    </button>
  )
}
