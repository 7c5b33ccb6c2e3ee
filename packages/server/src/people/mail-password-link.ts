import type { User } from '@colloquy/storage'
import type { Service } from '../service.js'
import { newAccountLink } from './account-link.js'
import { sendMail } from './send-mail.js'

/**
 * Whether people get a link for a new password by e-mail. Its address must be one that the operator has set: that of the request is
 * what whoever asks claims it to be.
 */
export const mailsPasswordLinks = ({ config }: Service): boolean =>
  config.mailAccount?.from !== undefined && config.publicUrl !== undefined

/** Sends a link for a new password to the user with this address, if there is one and they were not sent three within the hour. */
export async function mailPasswordLink(service: Service, email: string): Promise<void> {
  const user = await service.storage.users.findByEmail(email)
  if (!user) return
  const { link, fragment } = newAccountLink(service, { userId: user.id, kind: 'password', email: null })
  if ((await service.storage.accountLinks.create(link, mostAtOnce)) === 'enough') return
  await sendPasswordLink(service, user, `${service.config.publicUrl}/#${fragment}`)
}

/** False when it could not be sent. */
export function sendPasswordLink(service: Service, { email }: User, link: string): Promise<boolean> {
  const text =
    'With this link you set a new password for Colloquy. It can be used once, within an hour, and signs you out ' +
    `everywhere else:\n\n${link}\n\nIf you did not ask for it, do nothing: your password stays as it is.\n`
  return sendMail(service, { to: email as string, subject: 'Your new password', text })
}

const mostAtOnce = 3
