import type { Service } from '../service.js'

interface Letter {
  to: string
  subject: string
  text: string
}

/** Sends an e-mail of the service itself, in plain text; false where there is no mail server, or it would not. */
export async function sendMail({ config, ports: { mail } }: Service, letter: Letter): Promise<boolean> {
  const { mailAccount } = config
  if (!mailAccount?.from) return false
  const { to, subject, text } = letter
  const sent = await mail.send({ from: mailAccount.from, to: [to], subject, text }, mailAccount)
  return sent.kind === 'sent'
}
