import { Copy } from 'lucide-react'
import { t } from '../i18n/i18n.js'
import { copyText } from './copy-text.js'

/** Puts a text on the clipboard. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  return (
    <button
      type="button"
      className="button icon-only"
      aria-label={label}
      title={t('Copy')}
      onClick={() => copyText(text)}
    >
      <Copy size={15} />
    </button>
  )
}
