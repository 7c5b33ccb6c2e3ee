import { Mail, Printer, QrCode as QrIcon } from 'lucide-react'
import { useState } from 'react'
import { onDemand, Part } from '../design/on-demand.js'
import { t } from '../i18n/i18n.js'

const PosterDialog = onDemand(() => import('./poster-dialog.js'))
const SignatureDialog = onDemand(() => import('./signature-dialog.js'))
const QrDialog = onDemand(() => import('./qr-dialog.js'))

interface MoreLinkFormatsProps {
  name: string
  address: string
  /** Color of buttons in the theme; empty if the theme does not set one. */
  colour: string
}

/** A QR code, a poster and an email signature: the link for paper and email. */
export function MoreLinkFormats({ name, address, colour }: MoreLinkFormatsProps) {
  const [open, setOpen] = useState<'qr' | 'poster' | 'signature'>()
  const close = () => setOpen(undefined)
  return (
    <div className="row wrap">
      <button type="button" className="button" onClick={() => setOpen('qr')}>
        <QrIcon size={15} /> {t('QR code')}
      </button>
      <button type="button" className="button" onClick={() => setOpen('poster')}>
        <Printer size={15} /> {t('Poster')}
      </button>
      <button type="button" className="button" onClick={() => setOpen('signature')}>
        <Mail size={15} /> {t('Email signature')}
      </button>
      {open && (
        <Part>
          {open === 'qr' && <QrDialog name={name} address={address} onClose={close} />}
          {open === 'poster' && <PosterDialog name={name} address={address} onClose={close} />}
          {open === 'signature' && <SignatureDialog address={address} colour={colour} onClose={close} />}
        </Part>
      )}
    </div>
  )
}
