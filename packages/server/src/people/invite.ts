import { randomBytes } from 'node:crypto'
import { ApiError } from '@colloquy/api'
import type { Invitation } from '@colloquy/storage'
import type { FastifyRequest } from 'fastify'
import { type Caller, hashToken } from '../access/auth.js'
import { publicUrl } from '../http/public-url.js'
import { newId } from '../ids.js'
import { emailTextsIn, languagesOf } from '../mail/emails/emails.js'
import { quoted } from '../mail/quoted.js'
import { sendLink } from '../mail/send-link.js'
import type { Needs } from '../service.js'

interface Offer extends Pick<Invitation, 'workspaceId' | 'botId' | 'email' | 'type' | 'inboxBots'> {
  /** Name of the workspace or the bot. */
  name: string
  /** Number of seats of the workspace. */
  seats: number
}

interface Invited {
  invitation: Invitation
  isMailed: boolean
  /** Link for the inviter to pass on; absent when it was mailed. */
  link?: string
}

/**
 * Invites an email address, with or without an account, and mails the link. If that fails, the inviter gets the link: accepting it then
 * proves nothing about the address, unless the inviter is an instance admin, who may confirm any address.
 */
export async function invite(
  service: Needs<'storage' | 'config' | 'ports' | 'now'>,
  { name, seats, ...offer }: Offer,
  { caller: { user }, request }: { caller: Caller; request: FastifyRequest },
): Promise<Invited> {
  const { invitations } = service.storage
  // An invitee without an account is assumed to read the inviter's languages.
  const invitee = await service.storage.users.findByEmail(offer.email)
  const emails = emailTextsIn([...languagesOf(invitee), ...languagesOf(user, request)])
  const token = randomBytes(32).toString('base64url')
  const now = service.now()
  const invitation: Invitation = {
    id: newId(),
    ...offer,
    hash: hashToken(token),
    provesEmail: user.isAdmin,
    authorId: user.id,
    createdAt: now,
    updatedAt: now,
    expiresAt: now + lifetime,
  }
  const outcome = await invitations.create(invitation, seats)
  if (outcome === 'taken') throw new ApiError('already_invited')
  if (outcome === 'no seat left') throw new ApiError('no_seat_left')
  const fragment = `invitation=${token}`
  const inviter = quoted(user.name || user.email || 'Somebody')
  const to = offer.botId === null ? 'workspace' : 'bot'
  const isMailed = await sendLink(service, {
    to: offer.email,
    fragment,
    texts: (link) => emails.invitation({ inviter, to, name: quoted(name), link }),
  })
  if (!isMailed) return { invitation, isMailed, link: `${publicUrl(service, request)}/#${fragment}` }
  await invitations.markAsProof(invitation.id)
  return { invitation, isMailed }
}

/** 14 days, in milliseconds. */
const lifetime = 14 * 86_400_000
