import { showError, showToast } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'

export const UnverifiedTag = () => (
  <span className="tag warning" title={t('Nobody has confirmed that this address belongs to this person.')}>
    {t('Unverified')}
  </span>
)

interface ConfirmAddressProps {
  email: string
  onConfirmed(): unknown
}

/** Has an instance admin confirm whose address it is. */
export function ConfirmAddress({ email, onConfirmed }: ConfirmAddressProps) {
  const confirm = async () => {
    await verifyEmail(email)
    await onConfirmed()
  }
  return (
    <button
      type="button"
      className="button small"
      aria-label={t('Confirm address {email}', { email })}
      title={t('Confirm only if you know that this address belongs to this person.')}
      onClick={() => void confirm().catch(showError)}
    >
      {t('Confirm address')}
    </button>
  )
}

export async function verifyEmail(email: string): Promise<void> {
  await api.verifyEmail({ email })
  showToast(t('{email} is confirmed.', { email }))
}
