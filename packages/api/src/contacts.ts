import * as z from 'zod'
import { contactFilterShape } from './contact-filters.js'
import { contactBody, contactErrors, contactParams, contactSchema, listedContactSchema } from './contact-shapes.js'
import type { Endpoint } from './endpoint.js'
import { cursorLimitSchema, timestampSchema, workspaceParams } from './shapes.js'

const written = ['invalid_time_zone', 'contact_identifier_taken', 'contact_too_large'] as const

/** Operations on the people that bots of a workspace talk to. */
export const contactEndpoints = {
  listContacts: {
    id: 'listContacts',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/contacts',
    summary: 'List contacts, those who were seen last first',
    auth: 'read',
    needs: 'contacts.read',
    params: workspaceParams,
    query: z.object({ ...contactFilterShape, limit: cursorLimitSchema.default(50), cursor: z.string().optional() }),
    response: z.object({
      contacts: z.array(listedContactSchema),
      nextCursor: z.string().nullable().meta({
        description:
          'A page may have fewer contacts than its limit, or none, where few of many match; continue with it',
      }),
    }),
    errors: [...contactErrors, 'invalid_cursor'],
  },
  countContacts: {
    id: 'countContacts',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/contacts/count',
    summary: 'Count the contacts that a list would have',
    auth: 'read',
    needs: 'contacts.read',
    params: workspaceParams,
    query: z.object(contactFilterShape),
    response: z.object({ count: z.int() }),
    errors: contactErrors,
  },
  createContact: {
    id: 'createContact',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/contacts',
    summary: 'Create a contact',
    auth: 'write',
    needs: 'contacts.manage',
    params: workspaceParams,
    body: contactBody,
    bodyLimit: 'chat',
    response: z.object({ contact: contactSchema }),
    errors: [...contactErrors, ...written, 'quota_reached'],
  },
  getContact: {
    id: 'getContact',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/contacts/{contactId}',
    summary: 'Get a contact',
    auth: 'read',
    needs: 'contacts.read',
    params: contactParams,
    response: z.object({ contact: contactSchema }),
    errors: [...contactErrors, 'contact_not_found'],
  },
  updateContact: {
    id: 'updateContact',
    method: 'PATCH',
    path: '/api/v1/workspaces/{workspaceId}/contacts/{contactId}',
    summary: 'Change a contact: what is given replaces what was there, attributes one by one',
    auth: 'write',
    needs: 'contacts.manage',
    params: contactParams,
    body: contactBody,
    bodyLimit: 'chat',
    response: z.object({ contact: contactSchema }),
    errors: [...contactErrors, 'contact_not_found', ...written],
  },
  deleteContact: {
    id: 'deleteContact',
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/contacts/{contactId}',
    summary: 'Delete a contact. Conversations and results stay, without a contact',
    auth: 'write',
    needs: 'contacts.manage',
    params: contactParams,
    response: z.object({ contact: contactSchema }),
    errors: [...contactErrors, 'contact_not_found'],
  },
  listContactConversations: {
    id: 'listContactConversations',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/contacts/{contactId}/conversations',
    summary: 'List the conversations of a contact with all bots on all channels, newest first',
    auth: 'read',
    needs: 'contacts.read',
    params: contactParams,
    query: z.object({ limit: cursorLimitSchema.default(20), cursor: z.string().optional() }),
    response: z.object({
      conversations: z.array(
        z
          .object({
            sessionId: z.string(),
            botId: z.string(),
            botName: z.string().meta({ example: 'Lead form' }),
            resultId: z.string().nullable().meta({ example: null }),
            source: z.string().nullable().meta({
              description: 'As the field of results: the type of a channel, `page`, or `web:` with a host',
              example: 'whatsapp',
            }),
            isCompleted: z.boolean(),
            isRunning: z.boolean(),
            createdAt: timestampSchema,
            updatedAt: timestampSchema,
          })
          .meta({ id: 'ContactConversation' }),
      ),
      nextCursor: z.string().nullable(),
    }),
    errors: [...contactErrors, 'contact_not_found', 'invalid_cursor'],
  },
  eraseContact: {
    id: 'eraseContact',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/contacts/{contactId}/erase',
    summary: 'Erase a contact with all of its conversations, results and files, for good',
    auth: 'write',
    needs: 'contacts.manage',
    params: contactParams,
    response: z.object({
      erased: z
        .object({
          results: z.int(),
          answers: z.int(),
          conversations: z.int(),
          files: z.int(),
          identifiers: z.int(),
          contacts: z.int().meta({ description: 'The contact, and those that were merged into it' }),
        })
        .meta({ description: 'How much was erased' }),
    }),
    errors: [...contactErrors, 'contact_not_found'],
  },
} as const satisfies Record<string, Endpoint>
