import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Dialog } from '../design/dialog.js'
import { Input } from '../design/field.js'
import { t } from '../i18n/i18n.js'
import { QrCode } from './qr-code.js'
import './poster.css'

interface PosterDialogProps {
  name: string
  address: string
  onClose(): void
}

/** A sheet of paper with a QR code, to print. */
export default function PosterDialog({ name, address, onClose }: PosterDialogProps) {
  const [title, setTitle] = useState(name)
  const [text, setText] = useState(t('Scan the code to start the chat'))
  const poster = (
    <>
      <p className="poster-title">{title}</p>
      <p className="poster-text">{text}</p>
      <QrCode text={address} size={360} />
      <p className="poster-address">{address.replace(/^https?:\/\//, '')}</p>
    </>
  )
  return (
    <Dialog title={t('Poster')} isWide onClose={onClose}>
      <div className="embed-guide">
        <div className="stack">
          <Input label={t('Title')} maxLength={80} value={title} onChange={setTitle} />
          <Input label={t('Text')} maxLength={120} value={text} onChange={setText} />
          <div>
            <button type="button" className="button primary" onClick={() => window.print()}>
              <Printer size={14} /> {t('Print')}
            </button>
          </div>
        </div>
        <div className="poster-preview" aria-hidden>
          {poster}
        </div>
      </div>
      {createPortal(
        <div className="poster-print" aria-hidden>
          {poster}
        </div>,
        document.body,
      )}
    </Dialog>
  )
}
