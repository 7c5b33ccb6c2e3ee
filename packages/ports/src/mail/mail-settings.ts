import { isEmail } from '@colloquy/blocks'
import * as z from 'zod'
import { readUrl } from '../read-url.js'
import type { MailAccount } from './mail.js'

/** `SMTP_URL`: `smtp://` upgrades to TLS when the server offers it, `smtps://` speaks TLS from the start. */
export const smtpUrlSchema = z.string().transform((text, context): Omit<MailAccount, 'from'> => {
  const account = readSmtpUrl(text)
  if (account) return account
  context.addIssue(
    'smtp://user:password@host:587 or smtps://user:password@host:465, with signs like @ and / in it as %40 and %2F',
  )
  return z.NEVER
})

/** `MAIL_FROM`: an address, or a name with an address in angle brackets. */
export const mailFromSchema = z.string().transform((text, context): NonNullable<MailAccount['from']> => {
  const [, name, named] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? []
  const address = named ?? text.trim()
  if (isEmail(address)) return name?.trim() ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address } : { address }
  context.addIssue('bot@example.com or Bot <bot@example.com>')
  return z.NEVER
})

function readSmtpUrl(text: string): Omit<MailAccount, 'from'> | undefined {
  const url = readUrl(text)
  if (url === undefined) return undefined
  const { protocol, hostname, port, username, password, pathname, search, hash } = url
  if ((protocol !== 'smtp:' && protocol !== 'smtps:') || hostname === '') return undefined
  if ((pathname !== '' && pathname !== '/') || search !== '' || hash !== '') return undefined
  const isTls = protocol === 'smtps:'
  try {
    return {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? (isTls ? 465 : 587) : Number(port),
      isTls,
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      isTrusted: true,
    }
  } catch {
    return undefined
  }
}
