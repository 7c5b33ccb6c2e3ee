import { attributeNamePattern, attributeTypes, contactFields } from '@colloquy/flow/contacts'
import * as z from 'zod'
import { contactErrors } from './contact-shapes.js'
import type { Endpoint } from './endpoint.js'
import { timestampSchema, workspaceParams } from './shapes.js'

const attributeTypeSchema = z.enum(attributeTypes)
const attributeNameSchema = z
  .string()
  .regex(attributeNamePattern, 'Use up to 60 letters, digits and underscores, the first a letter.')
  .meta({ example: 'plan' })

const newNameSchema = attributeNameSchema.refine(
  (name) => !isField(name),
  'Every contact has this already. Choose another name.',
)
const isField = (name: string) => contactFields.some((field) => field === name)

const attributeSchema = z
  .object({ id: z.string(), name: attributeNameSchema, type: attributeTypeSchema, createdAt: timestampSchema })
  .meta({ id: 'ContactAttribute' })

const attributeParams = z.object({ workspaceId: z.string(), attributeId: z.string() })

/** Operations on the attributes that contacts of a workspace may have. */
export const contactAttributeEndpoints = {
  listContactAttributes: {
    id: 'listContactAttributes',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/contact-attributes',
    summary: 'List the attributes that contacts may have, by name',
    auth: 'read',
    needs: 'contacts.read',
    params: workspaceParams,
    response: z.object({ attributes: z.array(attributeSchema) }),
    errors: contactErrors,
  },
  createContactAttribute: {
    id: 'createContactAttribute',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/contact-attributes',
    summary: 'Create an attribute, which flows read as `contact.` and its name',
    auth: 'write',
    needs: 'contacts.manage',
    params: workspaceParams,
    body: z.strictObject({ name: newNameSchema, type: attributeTypeSchema }),
    bodyLimit: 'chat',
    response: z.object({ attribute: attributeSchema }),
    errors: [...contactErrors, 'contact_attribute_taken', 'quota_reached'],
  },
  updateContactAttribute: {
    id: 'updateContactAttribute',
    method: 'PATCH',
    path: '/api/v1/workspaces/{workspaceId}/contact-attributes/{attributeId}',
    summary: 'Rename an attribute. Values stay; flows that name it have to be changed',
    auth: 'write',
    needs: 'contacts.manage',
    params: attributeParams,
    body: z.strictObject({ name: newNameSchema }),
    bodyLimit: 'chat',
    response: z.object({ attribute: attributeSchema }),
    errors: [...contactErrors, 'contact_attribute_not_found', 'contact_attribute_taken'],
  },
  deleteContactAttribute: {
    id: 'deleteContactAttribute',
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/contact-attributes/{attributeId}',
    summary: 'Delete an attribute with its values in all contacts',
    auth: 'write',
    needs: 'contacts.manage',
    params: attributeParams,
    response: z.object({ attribute: attributeSchema }),
    errors: [...contactErrors, 'contact_attribute_not_found'],
  },
} as const satisfies Record<string, Endpoint>
