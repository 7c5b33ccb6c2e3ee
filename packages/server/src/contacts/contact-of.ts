import { ApiError } from '@colloquy/api'
import type { Contact, ContactConflict } from '@colloquy/storage'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Needs } from '../service.js'

/** Returns a contact of a workspace; for a merged one, the contact that it became. Throws `contact_not_found`. */
export async function contactOf({ storage }: Needs<'storage'>, workspaceId: string, id: string): Promise<Contact> {
  const contact = await storage.contacts.get(workspaceId, id)
  if (!contact) throw new ApiError('contact_not_found')
  return contact
}

/** Throws the error of a conflict. */
export function withoutConflict(outcome: Contact | ContactConflict): Contact {
  if (!('conflict' in outcome)) return outcome
  if (outcome.conflict === 'large') throw new LimitExceeded('contactBytes')
  const { kind, value } = outcome.identifier
  const message = `The contact ${outcome.contactId} has the ${kind} ${value}`
  throw new ApiError('contact_identifier_taken', { issues: [{ path: 'identifiers', message }] })
}
