import { ExternalLink } from 'lucide-react'
import { CopyLine } from '../design/copy-line.js'
import { t } from '../i18n/i18n.js'

/** An address to copy, and to open. */
export const AddressLine = ({ address }: { address: string }) => (
  <CopyLine text={address}>
    <a
      className="button"
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('Open {address}', { address })}
    >
      <ExternalLink size={14} /> {t('Open')}
    </a>
  </CopyLine>
)
