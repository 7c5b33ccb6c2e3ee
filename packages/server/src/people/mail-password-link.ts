import type { User } from '@colloquy/storage'
import type { FastifyRequest } from 'fastify'
import { emailTextsIn, languagesOf } from '../mail/emails/emails.js'
import { sendLink } from '../mail/send-link.js'
import type { Needs } from '../service.js'
import { newAccountLink } from './account-link.js'

/** Mails a link for a new password to the user with this address, if one exists and got fewer than three within the hour. */
export async function mailPasswordLink(
  service: Needs<'storage' | 'config' | 'ports' | 'now'>,
  email: string,
  request: FastifyRequest,
): Promise<void> {
  const user = await service.storage.users.findByEmail(email)
  if (!user) return
  const { link, fragment } = newAccountLink(service, { userId: user.id, kind: 'password', email: null })
  if ((await service.storage.accountLinks.create(link, maxAtOnce)) === 'enough') return
  await sendPasswordLink(service, user, fragment, request)
}

/** Resolves to false when it could not be mailed. */
export function sendPasswordLink(
  service: Needs<'config' | 'ports'>,
  user: User,
  fragment: string,
  request: FastifyRequest,
): Promise<boolean> {
  const emails = emailTextsIn(languagesOf(user, request))
  return sendLink(service, { to: user.email as string, fragment, texts: (link) => emails.newPassword({ link }) })
}

const maxAtOnce = 3
