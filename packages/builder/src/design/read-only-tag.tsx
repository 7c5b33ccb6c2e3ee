import { Eye } from 'lucide-react'
import { t } from '../i18n/i18n.js'

/** Says that one may look at something and nothing else. What one cannot do there is not offered. */
export const ReadOnlyTag = ({ why }: { why: string }) => (
  <span className="tag" title={why}>
    <Eye size={12} aria-hidden /> {t('Read-only')}
  </span>
)
