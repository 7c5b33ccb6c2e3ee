import { Download } from 'lucide-react'
import { Dialog } from '../design/dialog.js'
import { saveFile } from '../design/save-file.js'
import { t } from '../i18n/i18n.js'
import { QrCode, qrSvg } from './qr-code.js'

interface QrDialogProps {
  name: string
  address: string
  onClose(): void
}

/** The link as a QR code, to look at and to save. */
export default function QrDialog({ name, address, onClose }: QrDialogProps) {
  const save = () => saveFile(`${name || 'bot'} QR code.svg`, new Blob([qrSvg(address)], { type: 'image/svg+xml' }))
  return (
    <Dialog title={t('QR code')} description={t('Scan it with a phone to open the bot.')} onClose={onClose}>
      <div className="qr-show">
        <QrCode text={address} size={240} />
        <code className="faint">{address}</code>
      </div>
      <div className="dialog-actions">
        <button type="button" className="button primary" onClick={save}>
          <Download size={14} /> {t('Download SVG')}
        </button>
      </div>
    </Dialog>
  )
}
