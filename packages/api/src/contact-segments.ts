import * as z from 'zod'
import { contactConditionsSchema } from './contact-filters.js'
import { contactErrors } from './contact-shapes.js'
import type { Endpoint } from './endpoint.js'
import { nameSchema, timestampSchema, workspaceParams } from './shapes.js'

const segmentBody = z.strictObject({
  name: nameSchema,
  filters: contactConditionsSchema.meta({ example: [{ attribute: 'plan', is: 'equals', value: 'pro' }] }),
})
const segmentSchema = z
  .object({ id: z.string(), ...segmentBody.shape, createdAt: timestampSchema, updatedAt: timestampSchema })
  .meta({ id: 'ContactSegment' })
const segmentParams = z.object({ workspaceId: z.string(), segmentId: z.string() })

/** Operations on segments, which are saved filters of contacts. */
export const contactSegmentEndpoints = {
  listContactSegments: {
    id: 'listContactSegments',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/contact-segments',
    summary: 'List segments, which are saved filters of contacts, by name',
    auth: 'read',
    needs: 'contacts.read',
    params: workspaceParams,
    response: z.object({ segments: z.array(segmentSchema) }),
    errors: contactErrors,
  },
  createContactSegment: {
    id: 'createContactSegment',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/contact-segments',
    summary: 'Save a filter of contacts as a segment',
    auth: 'write',
    needs: 'contacts.manage',
    params: workspaceParams,
    body: segmentBody,
    bodyLimit: 'chat',
    response: z.object({ segment: segmentSchema }),
    errors: [...contactErrors, 'quota_reached'],
  },
  updateContactSegment: {
    id: 'updateContactSegment',
    method: 'PATCH',
    path: '/api/v1/workspaces/{workspaceId}/contact-segments/{segmentId}',
    summary: 'Rename a segment, or change its filter',
    auth: 'write',
    needs: 'contacts.manage',
    params: segmentParams,
    body: segmentBody.partial(),
    bodyLimit: 'chat',
    response: z.object({ segment: segmentSchema }),
    errors: [...contactErrors, 'contact_segment_not_found'],
  },
  deleteContactSegment: {
    id: 'deleteContactSegment',
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/contact-segments/{segmentId}',
    summary: 'Delete a segment. Its contacts stay',
    auth: 'write',
    needs: 'contacts.manage',
    params: segmentParams,
    response: z.object({ segment: segmentSchema }),
    errors: [...contactErrors, 'contact_segment_not_found'],
  },
} as const satisfies Record<string, Endpoint>
