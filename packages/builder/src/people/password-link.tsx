import { KeyRound } from 'lucide-react'
import { showError, showToast } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'

interface PasswordLinkProps {
  name: string
  email: string
  /** Called with a link that could not be sent. */
  onMade(link: string): void
}

/** Has a link made by which somebody who forgot their password sets another. */
export function PasswordLink({ name, email, onMade }: PasswordLinkProps) {
  const make = async () => {
    const { link } = await api.createPasswordLink({ email })
    if (link === undefined) showToast(t('Password link sent to {email}.', { email }))
    else onMade(link)
  }
  return (
    <button
      type="button"
      className="button plain icon-only"
      aria-label={t('Create a password link for {name}', { name })}
      title={t('Make a password link')}
      onClick={() => void make().catch(showError)}
    >
      <KeyRound size={15} />
    </button>
  )
}
