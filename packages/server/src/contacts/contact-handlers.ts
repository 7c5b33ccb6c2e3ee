import { createHash } from 'node:crypto'
import { ApiError } from '@colloquy/api'
import type { Contact, ContactChange } from '@colloquy/storage'
import { dayOf } from '../day-of.js'
import { invalidCursor, readCursor, writeCursor } from '../http/cursor.js'
import { BareResponse, type Handlers } from '../http/handler.js'
import { newId } from '../ids.js'
import { requestEntry } from '../observability/logger.js'
import { checkTimeZone } from '../results/time-filter.js'
import { attributeDocument, contactDocument, listedContact } from './contact-document.js'
import { contactFilter } from './contact-filter.js'
import { contactOf, withoutConflict } from './contact-of.js'
import { storedValues } from './contact-values.js'

type ContactHandlers = Handlers<
  | 'listContacts'
  | 'countContacts'
  | 'exportContacts'
  | 'createContact'
  | 'getContact'
  | 'updateContact'
  | 'deleteContact'
  | 'listContactAttributes'
  | 'createContactAttribute'
  | 'updateContactAttribute'
  | 'deleteContactAttribute'
>

export const contactHandlers: ContactHandlers = {
  async listContacts({ storage, secret, config, now }, { query, workspace: { id } }) {
    const { limit, cursor, search, filters } = query
    const list = `contacts ${id} ${digestOf([search, filters])}`
    const position = cursor === undefined ? undefined : readCursor(secret, list, cursor)
    if (cursor !== undefined && !position) throw invalidCursor()
    const definitions = await storage.contacts.listAttributes(id)
    const before = position && { lastSeenAt: position.createdAt, id: position.id }
    const { contacts, next } = await storage.contacts.list(id, contactFilter(query, definitions, now()), {
      before,
      limit,
      bytes: config.limits.listBytes,
    })
    return {
      contacts: contacts.map((contact) => listedContact(contact, definitions)),
      nextCursor: next ? writeCursor(secret, list, { createdAt: next.lastSeenAt, id: next.id }) : null,
    }
  },

  async countContacts({ storage, now }, { query, workspace: { id } }) {
    const definitions = await storage.contacts.listAttributes(id)
    return { count: await storage.contacts.count(id, contactFilter(query, definitions, now())) }
  },

  async exportContacts(service, { query, request, workspace: { id } }) {
    const definitions = await service.storage.contacts.listAttributes(id)
    const { exportContacts } = await import('./contact-export.js')
    const content = await exportContacts(service, {
      workspaceId: id,
      filter: contactFilter(query, definitions, service.now()),
      definitions,
      isRaw: query.raw === true,
      onError: (error) => request.log.error({ err: error, ...requestEntry(request) }, 'export failed'),
    })
    const name = ['contacts', ...(query.search || query.filters ? ['filtered'] : []), dayOf(service.now())].join('_')
    return new BareResponse(
      200,
      {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${name}.csv"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
      content,
    )
  },

  async createContact(service, { body, workspace }) {
    const { storage, config } = service
    const now = service.now()
    const definitions = await storage.contacts.listAttributes(workspace.id)
    const { attributes = {}, ...change } = changeOf(body, definitions)
    const given = Object.entries(attributes).flatMap(([id, value]) => (value === null ? [] : [[id, value] as const]))
    const contact: Contact = {
      id: newId(),
      workspaceId: workspace.id,
      name: null,
      language: null,
      timeZone: null,
      firstSeenAt: now,
      lastSeenAt: now,
      isBlocked: false,
      createdAt: now,
      updatedAt: now,
      tags: [],
      notes: '',
      identifiers: [],
      ...change,
      attributes: Object.fromEntries(given),
    }
    const { contactsPerWorkspace, contactBytes } = config.limits
    const outcome = await storage.contacts.create(contact, { contacts: contactsPerWorkspace, bytes: contactBytes })
    return { contact: contactDocument(withoutConflict(outcome), definitions) }
  },

  async getContact({ storage }, { params, workspace }) {
    const contact = await storage.contacts.get(workspace.id, params.contactId)
    if (!contact) throw new ApiError('contact_not_found')
    return { contact: contactDocument(contact, await storage.contacts.listAttributes(workspace.id)) }
  },

  async updateContact(service, { params, body, workspace }) {
    const { storage, config } = service
    const definitions = await storage.contacts.listAttributes(workspace.id)
    const change = changeOf(body, definitions)
    const { id } = await contactOf(service, workspace.id, params.contactId)
    const limits = { bytes: config.limits.contactBytes }
    const outcome = await storage.contacts.update(workspace.id, id, change, service.now(), limits)
    if (!outcome) throw new ApiError('contact_not_found')
    return { contact: contactDocument(withoutConflict(outcome), definitions) }
  },

  async deleteContact(service, { params, workspace }) {
    const { storage } = service
    const contact = await contactOf(service, workspace.id, params.contactId)
    const definitions = await storage.contacts.listAttributes(workspace.id)
    if (!(await storage.contacts.delete(workspace.id, contact.id))) throw new ApiError('contact_not_found')
    service.remover.soon()
    return { contact: contactDocument(contact, definitions) }
  },

  async listContactAttributes({ storage }, { workspace }) {
    return { attributes: (await storage.contacts.listAttributes(workspace.id)).map(attributeDocument) }
  },

  async createContactAttribute({ storage, now }, { body, workspace }) {
    const attribute = { id: newId(), workspaceId: workspace.id, ...body, createdAt: now() }
    const created = await storage.contacts.createAttribute(attribute)
    if (created === 'taken') throw new ApiError('contact_attribute_taken')
    return { attribute: attributeDocument(created) }
  },

  async updateContactAttribute({ storage }, { params, body, workspace }) {
    const renamed = await storage.contacts.renameAttribute(workspace.id, params.attributeId, body.name)
    if (renamed === 'taken') throw new ApiError('contact_attribute_taken')
    if (!renamed) throw new ApiError('contact_attribute_not_found')
    return { attribute: attributeDocument(renamed) }
  },

  async deleteContactAttribute(service, { params, workspace }) {
    const deleted = await service.storage.contacts.deleteAttribute(workspace.id, params.attributeId)
    if (!deleted) throw new ApiError('contact_attribute_not_found')
    service.remover.soon()
    return { attribute: attributeDocument(deleted) }
  },
}

type Body = Parameters<ContactHandlers['createContact']>[1]['body']

/** The change that a request asks for, as it is stored. */
function changeOf(body: Body, definitions: Parameters<typeof storedValues>[0]): ContactChange {
  const { attributes, identifiers, tags, ...rest } = body
  if (rest.timeZone) checkTimeZone(rest.timeZone)
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  return {
    ...(Object.fromEntries(given) as ContactChange),
    ...(tags && { tags: [...new Set(tags)] }),
    ...storedValues(definitions, { attributes, identifiers }),
  }
}

const digestOf = (filter: unknown): string => createHash('sha256').update(JSON.stringify(filter)).digest('base64url')
