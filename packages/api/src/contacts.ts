import { attributeNamePattern, attributeTypes, contactFields, identifierKinds } from '@colloquy/flow/contacts'
import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { jsonText } from './json-text.js'
import { cursorLimitSchema, nameSchema, timestampSchema, workspaceParams } from './shapes.js'

const identifierSchema = z
  .strictObject({
    kind: z.enum(identifierKinds).meta({
      description:
        '`whatsapp-user`: an id that WhatsApp gives instead of a number; `web`: the id that a signed page gives; `external`: the id in another system',
    }),
    value: z.string().trim().min(1).max(254).meta({ example: '+4917012345678' }),
    channel: z
      .string()
      .max(100)
      .nullable()
      .default(null)
      .meta({ description: 'Credentials of the account within which the value means this person; null: everywhere' }),
  })
  .meta({ id: 'ContactIdentifier' })

const textValue = z.string().trim().min(1).max(2_000)
const attributeValueSchema = z
  .union([textValue, z.number(), z.boolean(), z.array(z.string().trim().min(1).max(200)).max(100)])
  .meta({
    description:
      'By the type of the attribute: a text, a number, a day such as `2026-03-15`, true or false, or a list of texts',
  })

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

const languageSchema = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Give a language such as de or pt-BR')
  .meta({ example: 'de' })

const contactSchema = z
  .object({
    id: z.string(),
    name: z.string().nullable().meta({ example: 'Ana García' }),
    language: z.string().nullable().meta({ example: 'es' }),
    timeZone: z.string().nullable().meta({ example: 'Europe/Madrid' }),
    firstSeenAt: timestampSchema.meta({ description: 'Time of the first message, or of the creation' }),
    lastSeenAt: timestampSchema,
    isBlocked: z.boolean(),
    tags: z.array(z.string()).meta({ example: ['vip'] }),
    attributes: z.record(z.string(), attributeValueSchema).meta({ description: 'By name', example: { plan: 'pro' } }),
    identifiers: z.array(
      z.object({
        kind: z.enum(identifierKinds),
        value: z.string(),
        channel: z.string().nullable().meta({ example: null }),
      }),
    ),
    notes: z.string().meta({ example: 'Prefers to be called' }),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'Contact' })

const listedContactSchema = contactSchema.omit({ notes: true }).meta({ id: 'ListedContact' })

/** Fields that a request can give. */
const contactShape = {
  name: z.string().trim().min(1).max(200).nullable(),
  language: languageSchema.nullable(),
  timeZone: z.string().max(100).nullable().meta({ example: 'Europe/Madrid' }),
  isBlocked: z.boolean().meta({ description: 'Bots do not answer a blocked contact in messaging apps' }),
  tags: z.array(z.string().trim().min(1).max(50)).max(50),
  attributes: z.record(z.string().max(60), attributeValueSchema.nullable()).meta({
    description: 'By name; null removes one. Those that are not given stay',
    example: { plan: 'pro' },
  }),
  identifiers: z.array(identifierSchema).max(50),
  notes: z.string().max(10_000),
}
const contactBody = z.strictObject(contactShape).partial()

export const contactOperators = [
  'equals',
  'isNot',
  'startsWith',
  'greaterThan',
  'lessThan',
  'before',
  'after',
  'withinDays',
  'notWithinDays',
  'isEmpty',
  'isNotEmpty',
] as const

export const contactConditionSchema = z
  .strictObject({
    field: z.enum(['tag', 'channel', 'language', 'isBlocked', 'lastSeen']).optional(),
    attribute: z.string().max(60).optional(),
    is: z.enum(contactOperators),
    value: z.union([z.string().max(2_000), z.number(), z.boolean()]).optional(),
  })
  .superRefine(({ field, attribute }, context) => {
    if ((field === undefined) === (attribute === undefined))
      context.addIssue({ code: 'custom', message: 'Name one: field or attribute' })
  })
  .meta({ id: 'ContactCondition' })
export type ContactCondition = z.infer<typeof contactConditionSchema>

export const contactConditionsSchema = z.array(contactConditionSchema).max(10)

const mergeSchema = z
  .object({
    id: z.string(),
    mergedId: z.string().meta({ description: 'The contact that is now part of the other one' }),
    mergedName: z.string().nullable().meta({ example: 'Ana G.' }),
    createdAt: timestampSchema,
    undoUntil: timestampSchema,
  })
  .meta({ id: 'ContactMerge' })

const segmentBody = z.strictObject({
  name: nameSchema,
  filters: contactConditionsSchema.meta({ example: [{ attribute: 'plan', is: 'equals', value: 'pro' }] }),
})
const segmentSchema = z
  .object({ id: z.string(), ...segmentBody.shape, createdAt: timestampSchema, updatedAt: timestampSchema })
  .meta({ id: 'ContactSegment' })
const segmentParams = z.object({ workspaceId: z.string(), segmentId: z.string() })

/** Query parameters that select contacts. */
const filterShape = {
  search: z.string().max(200).optional().meta({
    description: 'Words with which words of the name or identifiers begin; a phone number with or without country code',
  }),
  filters: jsonText(contactConditionsSchema)
    .optional()
    .meta({
      description:
        'A JSON list of conditions that all hold, at most 10, such as `[{"attribute":"plan","is":"equals","value":"pro"}]`. Each names ' +
        'an `attribute` or a `field` (`tag`, `channel`: the kind of an identifier, `language`, `isBlocked`, `lastSeen`) and an `is`: `equals` and `isNot`; ' +
        '`startsWith` for texts; `greaterThan` and `lessThan` for numbers; `before` and `after` for days; `withinDays` and `notWithinDays` for ' +
        '`lastSeen`; `isEmpty` and `isNotEmpty`. Case and accents are ignored.',
    }),
}

const params = z.object({ workspaceId: z.string(), contactId: z.string() })
const attributeParams = z.object({ workspaceId: z.string(), attributeId: z.string() })
const ofWorkspace = ['workspace_not_found'] as const
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
    query: z.object({ ...filterShape, limit: cursorLimitSchema.default(50), cursor: z.string().optional() }),
    response: z.object({
      contacts: z.array(listedContactSchema),
      nextCursor: z.string().nullable().meta({
        description:
          'A page may have fewer contacts than its limit, or none, where few of many match; continue with it',
      }),
    }),
    errors: [...ofWorkspace, 'invalid_cursor'],
  },
  countContacts: {
    id: 'countContacts',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/contacts/count',
    summary: 'Count the contacts that a list would have',
    auth: 'read',
    needs: 'contacts.read',
    params: workspaceParams,
    query: z.object(filterShape),
    response: z.object({ count: z.int() }),
    errors: ofWorkspace,
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
    errors: [...ofWorkspace, ...written, 'quota_reached'],
  },
  getContact: {
    id: 'getContact',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/contacts/{contactId}',
    summary: 'Get a contact',
    auth: 'read',
    needs: 'contacts.read',
    params,
    response: z.object({ contact: contactSchema }),
    errors: [...ofWorkspace, 'contact_not_found'],
  },
  updateContact: {
    id: 'updateContact',
    method: 'PATCH',
    path: '/api/v1/workspaces/{workspaceId}/contacts/{contactId}',
    summary: 'Change a contact: what is given replaces what was there, attributes one by one',
    auth: 'write',
    needs: 'contacts.manage',
    params,
    body: contactBody,
    bodyLimit: 'chat',
    response: z.object({ contact: contactSchema }),
    errors: [...ofWorkspace, 'contact_not_found', ...written],
  },
  deleteContact: {
    id: 'deleteContact',
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/contacts/{contactId}',
    summary: 'Delete a contact. Conversations and results stay, without a contact',
    auth: 'write',
    needs: 'contacts.manage',
    params,
    response: z.object({ contact: contactSchema }),
    errors: [...ofWorkspace, 'contact_not_found'],
  },
  listContactConversations: {
    id: 'listContactConversations',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/contacts/{contactId}/conversations',
    summary: 'List the conversations of a contact with all bots on all channels, newest first',
    auth: 'read',
    needs: 'contacts.read',
    params,
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
    errors: [...ofWorkspace, 'contact_not_found', 'invalid_cursor'],
  },
  eraseContact: {
    id: 'eraseContact',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/contacts/{contactId}/erase',
    summary: 'Erase a contact with all of its conversations, results and files, for good',
    auth: 'write',
    needs: 'contacts.manage',
    params,
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
    errors: [...ofWorkspace, 'contact_not_found'],
  },
  mergeContacts: {
    id: 'mergeContacts',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/contacts/{contactId}/merge',
    summary: 'Merge another contact into this one, which can be undone for 30 days. Values of this one win',
    auth: 'write',
    needs: 'contacts.manage',
    params,
    body: z.strictObject({ otherId: z.string().max(100).meta({ description: 'The other contact' }) }),
    bodyLimit: 'chat',
    response: z.object({ contact: contactSchema, merge: mergeSchema }),
    errors: [...ofWorkspace, 'contact_not_found', 'contact_merged_already', 'contact_too_large'],
  },
  listContactMerges: {
    id: 'listContactMerges',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/contacts/{contactId}/merges',
    summary: 'List merges into a contact that can be undone, newest first',
    auth: 'read',
    needs: 'contacts.read',
    params,
    response: z.object({ merges: z.array(mergeSchema) }),
    errors: [...ofWorkspace, 'contact_not_found'],
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
    errors: [...ofWorkspace, 'contact_merge_not_found', 'contact_merge_not_last'],
  },
  listContactSegments: {
    id: 'listContactSegments',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/contact-segments',
    summary: 'List segments, which are saved filters of contacts, by name',
    auth: 'read',
    needs: 'contacts.read',
    params: workspaceParams,
    response: z.object({ segments: z.array(segmentSchema) }),
    errors: ofWorkspace,
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
    errors: [...ofWorkspace, 'quota_reached'],
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
    errors: [...ofWorkspace, 'contact_segment_not_found'],
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
    errors: [...ofWorkspace, 'contact_segment_not_found'],
  },
  listContactAttributes: {
    id: 'listContactAttributes',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/contact-attributes',
    summary: 'List the attributes that contacts may have, by name',
    auth: 'read',
    needs: 'contacts.read',
    params: workspaceParams,
    response: z.object({ attributes: z.array(attributeSchema) }),
    errors: ofWorkspace,
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
    errors: [...ofWorkspace, 'contact_attribute_taken', 'quota_reached'],
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
    errors: [...ofWorkspace, 'contact_attribute_not_found', 'contact_attribute_taken'],
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
    errors: [...ofWorkspace, 'contact_attribute_not_found'],
  },
} as const satisfies Record<string, Endpoint>
