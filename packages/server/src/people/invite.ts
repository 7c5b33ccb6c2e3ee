import { randomBytes } from 'node:crypto'
import { ApiError } from '@colloquy/api'
import type { Invitation } from '@colloquy/storage'
import type { FastifyRequest } from 'fastify'
import { hashToken } from '../auth.js'
import { newId } from '../ids.js'
import { publicUrl } from '../public-url.js'
import type { Service } from '../service.js'
import { sendMail } from './send-mail.js'

interface Place extends Pick<Invitation, 'workspaceId' | 'botId' | 'email' | 'type'> {
  /** What the person is invited to, in words. */
  name: string
}

/**
 * Keeps a place for somebody without an account, and sends them its link. The inviter gets to see the link only where no e-mail
 * could be sent: otherwise having it shows that the address is one's own.
 */
export async function invite(service: Service, place: Place, request: FastifyRequest) {
  const { workspaceId, botId, email, type } = place
  const token = randomBytes(32).toString('base64url')
  const now = service.now()
  const invitation: Invitation = {
    id: newId(),
    workspaceId,
    botId,
    email,
    type,
    hash: hashToken(token),
    createdAt: now,
    updatedAt: now,
    expiresAt: now + lifetime,
  }
  if ((await service.storage.invitations.create(invitation)) === 'taken') throw new ApiError('already_invited')
  const link = `${publicUrl(service, request)}/#invitation=${token}`
  const text = `You are invited to ${place.name} on Colloquy. This link is for you alone, and good for 14 days:\n\n${link}\n`
  const isMailed = await sendMail(service, { to: email, subject, text })
  return { invitation, isMailed, ...(!isMailed && { link }) }
}

/** Tells somebody with an account that they were given a place. */
export function tellOfPlace(service: Service, email: string, name: string, request: FastifyRequest): Promise<boolean> {
  const text = `You now have access to ${name} on Colloquy: ${publicUrl(service, request)}/\n`
  return sendMail(service, { to: email, subject, text })
}

const subject = 'Your invitation'

/** 14 days, in milliseconds. */
const lifetime = 14 * 86_400_000
