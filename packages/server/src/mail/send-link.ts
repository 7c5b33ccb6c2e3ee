import type { Needs } from '../service.js'
import type { EmailText } from './emails/email-texts.js'
import { type Email, sendMail } from './send-mail.js'

/**
 * True if the service puts links into emails. This requires an address set by the operator: the host of a request is whatever its sender
 * claims, and a link to another host would hand over its secret.
 */
export const mailsLinks = ({ config }: Needs<'config'>): boolean =>
  config.mailAccount?.from !== undefined && config.publicUrl !== undefined

interface EmailWithLink extends Pick<Email, 'to'> {
  /** The part of the link after the `#`. */
  fragment: string
  texts(link: string): EmailText
}

/** Sends an email with a link to this service. Resolves to false when the service mails no links, or the email could not be sent. */
export async function sendLink(
  service: Needs<'config' | 'ports'>,
  { to, fragment, texts }: EmailWithLink,
): Promise<boolean> {
  if (!mailsLinks(service)) return false
  return sendMail(service, { to, ...texts(`${service.config.publicUrl}/#${fragment}`) })
}
