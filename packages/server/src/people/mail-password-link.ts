import type { User } from '@colloquy/storage'
import type { Service } from '../service.js'
import { newAccountLink } from './account-link.js'
import { sendLink } from './send-link.js'

/** Mails a link for a new password to the user with this address, if there is one and they were not sent three within the hour. */
export async function mailPasswordLink(service: Service, email: string): Promise<void> {
  const user = await service.storage.users.findByEmail(email)
  if (!user) return
  const { link, fragment } = newAccountLink(service, { userId: user.id, kind: 'password', email: null })
  if ((await service.storage.accountLinks.create(link, mostAtOnce)) === 'enough') return
  await sendPasswordLink(service, user, fragment)
}

/** False when it could not be mailed. */
export function sendPasswordLink(service: Service, { email }: User, fragment: string): Promise<boolean> {
  return sendLink(service, {
    to: email as string,
    subject: 'Your new password',
    fragment,
    text: (link) =>
      'With this link you set a new password for Colloquy. It can be used once, within an hour, and signs you out ' +
      `everywhere else:\n\n${link}\n\nIf you did not ask for it, do nothing: your password stays as it is.\n`,
  })
}

const mostAtOnce = 3
