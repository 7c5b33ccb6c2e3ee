import { Copy } from 'lucide-react'
import { useState } from 'react'
import { CopyButton } from '../design/copy-button.js'
import { copyByCommand } from '../design/copy-by-command.js'
import { Dialog } from '../design/dialog.js'
import { Input } from '../design/field.js'
import { showToast } from '../design/toasts.js'
import { ColourField } from '../forms/fields/small-fields.js'
import { t } from '../i18n/i18n.js'
import { type SignatureOptions, signatureColours, signatureHtml } from './signature.js'

interface SignatureDialogProps {
  address: string
  colour: string
  onClose(): void
}

/** A link to the bot for the end of mails. */
export default function SignatureDialog({ address, colour, onClose }: SignatureDialogProps) {
  const [options, setOptions] = useState<SignatureOptions>({
    label: t('Chat with us'),
    text: t('Questions? Get an answer right away.'),
    colour: colour || '#1f3a8a',
  })
  const change = (part: Partial<SignatureOptions>) => setOptions({ ...options, ...part })
  const html = signatureHtml(address, options)
  const { back, ink } = signatureColours(options.colour)
  const copy = async () => {
    try {
      await copyForms({ 'text/html': html, 'text/plain': `${options.label}: ${address}` })
      showToast(t('Copied. Paste it into the signature settings of your mail program.'))
    } catch {
      showToast(t('The browser did not allow copying. Copy the HTML instead.'))
    }
  }
  return (
    <Dialog
      title={t('Email signature')}
      description={t('Paste it into the signature settings of Gmail, Outlook or Apple Mail.')}
      onClose={onClose}
    >
      <Input label={t('Text')} maxLength={200} value={options.text} onChange={(text) => change({ text })} />
      <div className="pair">
        <Input label={t('Button')} maxLength={60} value={options.label} onChange={(label) => change({ label })} />
        <ColourField
          label={t('Button colour')}
          value={options.colour}
          onChange={(next) => change({ colour: next ?? '#1f3a8a' })}
        />
      </div>
      <div className="signature-preview" aria-hidden>
        {options.text && <p>{options.text}</p>}
        <span style={{ backgroundColor: back, color: ink }}>{options.label}</span>
      </div>
      <div className="dialog-actions">
        <CopyButton label={t('Copy the HTML')} text={html} />
        <button type="button" className="button primary" onClick={copy}>
          <Copy size={14} /> {t('Copy signature')}
        </button>
      </div>
    </Dialog>
  )
}

/** Mail programs paste the formatted form, and others the plain one. Rejects if the browser allows neither way. */
async function copyForms(forms: Readonly<Record<string, string>>): Promise<void> {
  const blobs = Object.entries(forms).map(([type, text]) => [type, new Blob([text], { type })])
  try {
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
  } catch (problem) {
    if (!copyByCommand(forms)) throw problem
  }
}
