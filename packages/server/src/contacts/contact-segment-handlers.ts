import { ApiError } from '@colloquy/api'
import type { ContactAttribute, ContactSegment } from '@colloquy/storage'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'
import { type AskedConditions, contactFilter } from './contact-filter.js'

export const contactSegmentHandlers: Handlers<
  'listContactSegments' | 'createContactSegment' | 'updateContactSegment' | 'deleteContactSegment'
> = {
  async listContactSegments({ storage }, { workspace }) {
    const definitions = await storage.contacts.listAttributes(workspace.id)
    const segments = await storage.contacts.listSegments(workspace.id)
    return { segments: segments.map((segment) => segmentDocument(segment, definitions)) }
  },

  async createContactSegment(service, { body, workspace }) {
    const now = service.now()
    const definitions = await service.storage.contacts.listAttributes(workspace.id)
    const segment: ContactSegment = {
      id: newId(),
      workspaceId: workspace.id,
      name: body.name,
      filter: storedFilters(body.filters, definitions, now),
      createdAt: now,
      updatedAt: now,
    }
    await service.storage.contacts.createSegment(segment)
    return { segment: segmentDocument(segment, definitions) }
  },

  async updateContactSegment(service, { params, body, workspace }) {
    const { name, filters } = body
    const now = service.now()
    const definitions = await service.storage.contacts.listAttributes(workspace.id)
    const changed = await service.storage.contacts.updateSegment(workspace.id, params.segmentId, {
      ...(name !== undefined && { name }),
      ...(filters && { filter: storedFilters(filters, definitions, now) }),
      updatedAt: now,
    })
    if (!changed) throw new ApiError('contact_segment_not_found')
    return { segment: segmentDocument(changed, definitions) }
  },

  async deleteContactSegment({ storage }, { params, workspace }) {
    const definitions = await storage.contacts.listAttributes(workspace.id)
    const deleted = await storage.contacts.deleteSegment(workspace.id, params.segmentId)
    if (!deleted) throw new ApiError('contact_segment_not_found')
    return { segment: segmentDocument(deleted, definitions) }
  },
}

/** Conditions name attributes by their id where they are stored, so that a segment outlives another name. Throws `invalid_request`. */
function storedFilters(filters: AskedConditions, definitions: readonly ContactAttribute[], now: number): string {
  contactFilter({ filters }, definitions, now)
  const idOf = (name: string) => definitions.find((one) => one.name === name)?.id ?? name
  return JSON.stringify(
    filters.map((one) => (one.attribute === undefined ? one : { ...one, attribute: idOf(one.attribute) })),
  )
}

/** Returns the conditions of a segment with the names that attributes have now. */
export function filtersOf({ filter }: ContactSegment, definitions: readonly ContactAttribute[]): AskedConditions {
  const nameOf = (id: string) => definitions.find((one) => one.id === id)?.name ?? id
  const filters = JSON.parse(filter) as AskedConditions
  return filters.map((one) => (one.attribute === undefined ? one : { ...one, attribute: nameOf(one.attribute) }))
}

const segmentDocument = (segment: ContactSegment, definitions: readonly ContactAttribute[]) => ({
  id: segment.id,
  name: segment.name,
  filters: [...filtersOf(segment, definitions)],
  createdAt: timestamp(segment.createdAt),
  updatedAt: timestamp(segment.updatedAt),
})
