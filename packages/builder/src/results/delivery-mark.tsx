import { Check, CheckCheck, CircleAlert } from 'lucide-react'
import { t } from '../i18n/i18n.js'
import type { Answer } from '../service/api.js'
import './results.css'

export type Delivery = NonNullable<Answer<'getTranscript'>['transcript'][number]['delivery']>

const icons: Readonly<Record<Delivery, typeof Check>> = {
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  failed: CircleAlert,
}

const textOf = (delivery: Delivery): string =>
  ({ sent: t('Sent'), delivered: t('Delivered'), read: t('Seen'), failed: t('Not delivered') })[delivery]

/** Report of a channel about the messages of a turn or of a person. */
export function DeliveryMark({ delivery }: { delivery: Delivery }) {
  const Icon = icons[delivery]
  return (
    <span className={`delivery is-${delivery}`}>
      <Icon size={12} aria-hidden /> {textOf(delivery)}
    </span>
  )
}
