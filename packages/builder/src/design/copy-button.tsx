import { Copy } from 'lucide-react'
import { say } from './toasts.js'

/** Puts a text on the clipboard. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const copy = () =>
    navigator.clipboard
      ?.writeText(text)
      .then(() => say('Copied'))
      .catch(() => say('The browser did not allow copying: choose the text and copy it by hand.'))
  return (
    <button type="button" className="button icon-only" aria-label={label} title="Copy" onClick={copy}>
      <Copy size={15} />
    </button>
  )
}
