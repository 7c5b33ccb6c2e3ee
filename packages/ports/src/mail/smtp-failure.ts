import type { MailAccount } from './mail.js'

/** Describes a failure of a mail server to the author: its own answer if there is one, never the password. */
export function smtpFailure(error: unknown, account: MailAccount, secondsWaited?: number): string {
  const server = `${account.host}:${account.port}`
  if (secondsWaited !== undefined) return `${server} took longer than ${secondsWaited} s`
  const { code, command, response, message } = error as SmtpError
  const said = masked(response ?? message ?? 'no reason given', account)
  if (code === 'EAUTH') return `${server} did not accept the user name and password: ${said}`
  if (code === 'ETLS') return `${server} could not be spoken to over TLS: ${said}`
  if (code === 'EENVELOPE') return `${server} refused the sender or the recipients: ${said}`
  if (response !== undefined) return `${server} answered ${command ?? 'the email'} with: ${said}`
  return `${server} could not be reached, or broke off: ${said}`
}

interface SmtpError {
  code?: string
  command?: string
  response?: string
  message?: string
}

/**
 * The message of a mail server, truncated to 500 characters. A server may repeat its input, so every form in which the password was sent is
 * masked, the longest first.
 */
export function masked(text: string, { username = '', password }: MailAccount): string {
  const visible = text.replace(/\p{Cc}+/gu, ' ').slice(0, 500)
  if (!password) return visible
  const forms = [base64(`\0${username}\0${password}`), base64(password), password]
  return forms.reduce((masking, form) => masking.replaceAll(form, '***'), visible)
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
