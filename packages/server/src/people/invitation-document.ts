import type { Invitation } from '@colloquy/storage'
import { timestamp } from '../http/timestamp.js'

/** An invitation as the API returns it. `Type` is the kind of its place: roles or kinds of collaboration. */
export function invitationDocument<Type extends Invitation['type']>(invitation: Invitation) {
  const { id, createdAt, updatedAt, expiresAt, email, type } = invitation
  return {
    id,
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
    expiresAt: timestamp(expiresAt),
    email,
    type: type as Type,
  }
}
