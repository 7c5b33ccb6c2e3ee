import { instanceOwner } from '@colloquy/ports/shares'
import type { Service } from '../service.js'
import type { EmailText } from './emails/email-texts.js'

export interface Email extends EmailText {
  to: string
}

/** Sends an email of the service itself, in plain text. Links go through `sendLink`. Resolves to false when it could not be sent. */
export async function sendMail(
  { config, ports: { mail } }: Pick<Service, 'config' | 'ports'>,
  email: Email,
): Promise<boolean> {
  const { mailAccount } = config
  if (!mailAccount?.from) return false
  const { to, subject, text } = email
  const sent = await mail.send({ owner: instanceOwner, from: mailAccount.from, to: [to], subject, text }, mailAccount)
  return sent.kind === 'sent'
}
