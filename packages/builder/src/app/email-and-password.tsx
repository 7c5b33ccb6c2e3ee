import { Input, PasswordInput } from '../design/field.js'
import { t } from '../i18n/i18n.js'

interface EmailAndPasswordProps {
  email: string
  password: string
  /** The last attempt failed. */
  isRefused: boolean
  /** The password takes the focus when a dialog opens: the email address is known. */
  isPasswordFirst?: boolean
  onEmail(email: string): void
  onPassword(password: string): void
}

/** The two fields with which somebody signs in. Browsers fill them in from what they stored. */
export const EmailAndPassword = ({
  email,
  password,
  isRefused,
  isPasswordFirst = false,
  onEmail,
  onPassword,
}: EmailAndPasswordProps) => (
  <>
    <Input label={t('Email')} type="email" autoComplete="username" required value={email} onChange={onEmail} />
    <PasswordInput
      label={t('Password')}
      autoComplete="current-password"
      required
      {...(isPasswordFirst && { 'data-initial-focus': '' })}
      value={password}
      isInvalid={isRefused}
      onChange={onPassword}
    />
  </>
)
