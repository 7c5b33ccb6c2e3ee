import { ApiError } from '@colloquy/api'
import type { ContactMerge } from '@colloquy/storage'
import { invalidCursor, readCursor, writeCursor } from '../http/cursor.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'
import { contactDocument } from './contact-document.js'
import { contactOf, withoutConflict } from './contact-of.js'

/** Milliseconds for which a merge can be undone. */
export const undoTime = 30 * 86_400_000

/** Handlers of merges, and of what is about a contact beyond its fields. */
export const contactMergeHandlers: Handlers<
  'listContactConversations' | 'eraseContact' | 'mergeContacts' | 'listContactMerges' | 'undoContactMerge'
> = {
  async listContactConversations(service, { params, query, workspace }) {
    const { storage, secret } = service
    const contact = await contactOf(service, workspace.id, params.contactId)
    const list = `conversations of contact ${contact.id}`
    const before = query.cursor === undefined ? undefined : readCursor(secret, list, query.cursor)
    if (query.cursor !== undefined && !before) throw invalidCursor()
    const page = { before, limit: query.limit + 1 }
    const found = await storage.contacts.listConversations(workspace.id, contact.id, page)
    const shown = found.slice(0, query.limit)
    const last = shown.at(-1)
    const now = service.now()
    return {
      conversations: shown.map(({ id, createdAt, updatedAt, endedAt, expiresAt, ...rest }) => ({
        sessionId: id,
        ...rest,
        isRunning: endedAt === null && expiresAt > now,
        createdAt: timestamp(createdAt),
        updatedAt: timestamp(updatedAt),
      })),
      nextCursor: found.length > query.limit && last ? writeCursor(secret, list, last) : null,
    }
  },

  async eraseContact(service, { params, workspace }) {
    const contact = await contactOf(service, workspace.id, params.contactId)
    const erased = await service.storage.contacts.erase(workspace.id, contact.id)
    if (!erased) throw new ApiError('contact_not_found')
    service.sweeper.soon()
    service.remover.soon()
    return { erased }
  },

  async mergeContacts(service, { params, body, caller, workspace }) {
    const { storage, config } = service
    const contact = await contactOf(service, workspace.id, params.contactId)
    const merged = await contactOf(service, workspace.id, body.otherId)
    if (contact.id === merged.id) throw new ApiError('contact_merged_already')
    const merge: ContactMerge = {
      id: newId(),
      workspaceId: workspace.id,
      contactId: contact.id,
      mergedId: merged.id,
      authorId: caller.user.id,
      createdAt: service.now(),
    }
    const definitions = await storage.contacts.listAttributes(workspace.id)
    const outcome = await storage.contacts.merge(merge, { bytes: config.limits.contactBytes })
    if (!outcome) throw new ApiError('contact_not_found')
    return {
      contact: contactDocument(withoutConflict(outcome), definitions),
      merge: mergeDocument({ ...merge, mergedName: merged.name }),
    }
  },

  async listContactMerges(service, { params, workspace }) {
    const contact = await contactOf(service, workspace.id, params.contactId)
    const merges = await service.storage.contacts.listMerges(workspace.id, contact.id)
    const now = service.now()
    return { merges: merges.filter(({ createdAt }) => createdAt + undoTime > now).map(mergeDocument) }
  },

  async undoContactMerge({ storage, now }, { params, workspace }) {
    const definitions = await storage.contacts.listAttributes(workspace.id)
    const undone = await storage.contacts.undoMerge(workspace.id, params.mergeId, now())
    if (!undone) throw new ApiError('contact_merge_not_found')
    if (undone === 'notLast') throw new ApiError('contact_merge_not_last')
    return {
      contact: contactDocument(undone.contact, definitions),
      merged: contactDocument(undone.merged, definitions),
    }
  },
}

const mergeDocument = ({ id, mergedId, mergedName, createdAt }: ContactMerge & { mergedName: string | null }) => ({
  id,
  mergedId,
  mergedName,
  createdAt: timestamp(createdAt),
  undoUntil: timestamp(createdAt + undoTime),
})
