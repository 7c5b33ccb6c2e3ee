import type { CredentialsData } from '@colloquy/flow'
import type { MailAccount } from './mail.js'

/** The account that SMTP credentials stand for; undefined when they name no server. */
export function mailAccountOf(credentials: CredentialsData<'smtp'>): MailAccount | undefined {
  const { host, port, isTlsEnabled, username, password, from } = credentials
  if (!host) return undefined
  return {
    host,
    port,
    isTls: isTlsEnabled ?? false,
    ...(username && { username }),
    ...(password && { password }),
    ...(from.email && { from: { address: from.email, ...(from.name && { name: from.name }) } }),
    isTrusted: false,
  }
}
