import * as z from 'zod'
import { contactErrors, contactParams, contactSchema } from './contact-shapes.js'
import type { Endpoint } from './endpoint.js'
import { timestampSchema } from './shapes.js'

const mergeSchema = z
  .object({
    id: z.string(),
    mergedId: z.string().meta({ description: 'The contact that is now part of the other one' }),
    mergedName: z.string().nullable().meta({ example: 'Ana G.' }),
    createdAt: timestampSchema,
    undoUntil: timestampSchema,
  })
  .meta({ id: 'ContactMerge' })

/** Operations that make one contact of two, and two of one. */
export const contactMergeEndpoints = {
  mergeContacts: {
    id: 'mergeContacts',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/contacts/{contactId}/merge',
    summary: 'Merge another contact into this one, which can be undone for 30 days. Values of this one win',
    auth: 'write',
    needs: 'contacts.manage',
    params: contactParams,
    body: z.strictObject({ otherId: z.string().max(100).meta({ description: 'The other contact' }) }),
    bodyLimit: 'chat',
    response: z.object({ contact: contactSchema, merge: mergeSchema }),
    errors: [...contactErrors, 'contact_not_found', 'contact_merged_already', 'contact_too_large'],
  },
  listContactMerges: {
    id: 'listContactMerges',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/contacts/{contactId}/merges',
    summary: 'List merges into a contact that can be undone, newest first',
    auth: 'read',
    needs: 'contacts.read',
    params: contactParams,
    response: z.object({ merges: z.array(mergeSchema) }),
    errors: [...contactErrors, 'contact_not_found'],
  },
  undoContactMerge: {
    id: 'undoContactMerge',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/contact-merges/{mergeId}/undo',
    summary: 'Undo a merge of contacts. Later changes stay',
    auth: 'write',
    needs: 'contacts.manage',
    params: z.object({ workspaceId: z.string(), mergeId: z.string() }),
    response: z.object({ contact: contactSchema, merged: contactSchema }),
    errors: [...contactErrors, 'contact_merge_not_found', 'contact_merge_not_last'],
  },
} as const satisfies Record<string, Endpoint>
