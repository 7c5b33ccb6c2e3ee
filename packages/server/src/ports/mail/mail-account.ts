import type { OpenCredentials } from '../../vault/vault.js'
import type { MailAccount } from './mail.js'

/** The account that SMTP credentials stand for; undefined when they name no server. */
export function mailAccountOf({ data }: OpenCredentials<'smtp'>): MailAccount | undefined {
  const { host, port, isTlsEnabled, username, password, from } = data
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
