import {
  describedAs,
  edgeSchema,
  extension,
  flowSchema,
  groupSchema,
  resultsTablePreferencesSchema,
  settingsSchema,
  themeSchema,
  variableValueSchema,
} from '@colloquy/flow'
import { roles } from '@colloquy/permissions'
import * as z from 'zod'

/** Path parameters of most operations. */
export const botParams = z.object({ botId: z.string() })
export const sessionParams = z.object({ sessionId: z.string() })
export const workspaceParams = z.object({ workspaceId: z.string() })

/** Query or body of an operation on a resource of a workspace. */
export const ofWorkspace = z.object({ workspaceId: z.string() })
/** Query of a DELETE: some clients send a body with it, others cannot. */
const ofWorkspaceAnywhere = z.object({
  workspaceId: z.string().optional().meta({ description: 'Required, in the query or in the body' }),
})
/** Input of a DELETE of what belongs to a workspace. */
export const deletesOfWorkspace = {
  query: ofWorkspaceAnywhere,
  body: ofWorkspaceAnywhere,
  bodyLimit: 'chat',
} as const

/** Name of a resource of a workspace. */
export const nameSchema = z.string().trim().min(1).max(200)

/** ISO 8601 timestamp in UTC, with milliseconds. */
export const timestampSchema = z.iso.datetime()

/** Number of rows in a page, as decimal digits in the query string. */
export const cursorLimitSchema = describedAs(
  z
    .union([z.string().regex(/^\d{1,4}$/, 'Give a whole number from 1 to 100.'), z.number()])
    .transform(Number)
    .pipe(z.int().min(1).max(100)),
  z.int().min(1).max(100),
)

/** A boolean in the query string. */
export const flagSchema = describedAs(
  z
    .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
    .transform((value) => value === true || value === 'true' || value === '1'),
  z.boolean(),
)

/** An email address, converted to lower case. */
export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email('Give an email address.'))

/** Only the length of a password matters; the maximum limits the cost of hashing. */
export const newPasswordSchema = z.string().min(10).max(200)

/** A flow in a response. Blocks are loose objects, so blocks of unknown types are kept too. */
const flowShape = {
  events: flowSchema.shape.events,
  groups: z.array(
    describedAs(
      groupSchema.extend({
        blocks: z.array(z.looseObject({ id: z.string(), type: z.string(), outgoingEdgeId: z.string().optional() })),
      }),
      groupSchema,
    ),
  ),
  edges: z.array(
    describedAs(
      z.object({
        id: z.string(),
        from: z.union([
          z.object({ blockId: z.string(), itemId: z.string().optional(), pathId: z.string().optional() }),
          z.object({ eventId: z.string() }),
        ]),
        to: edgeSchema.shape.to,
      }),
      edgeSchema,
    ),
  ),
  variables: flowSchema.shape.variables,
}

export const botSchema = z
  .object({
    version: z.literal('6'),
    id: z.string(),
    name: z.string(),
    ...flowShape,
    theme: themeSchema,
    selectedThemeTemplateId: z.string().nullable(),
    settings: settingsSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    icon: z.string().nullable(),
    folderId: z.string().nullable(),
    publicId: z.string().nullable(),
    customDomain: z.string().nullable(),
    workspaceId: z.string(),
    resultsTablePreferences: resultsTablePreferencesSchema.nullable(),
    isArchived: z.boolean(),
    isClosed: z.boolean(),
    channels: extension(
      z.array(z.object({ credentialsId: z.string() })).meta({
        description: 'Accounts of channels on which the bot answers. Settings of each are in `settings.channels`',
      }),
    ),
    messagingCredentialsId: z
      .string()
      .nullable()
      .meta({ description: 'The first of `channels`. Deprecated: use `channels`', deprecated: true }),
    riskLevel: z.number().nullable(),
  })
  .meta({ id: 'Bot' })

export const publishedBotSchema = z
  .object({
    id: z.string(),
    version: z.literal('6'),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    botId: z.string(),
    ...flowShape,
    theme: themeSchema,
    settings: settingsSchema,
  })
  .meta({ id: 'PublishedBot' })

export const planSchema = z
  .enum(['FREE', 'STARTER', 'PRO', 'LIFETIME', 'OFFERED', 'CUSTOM', 'UNLIMITED'])
  .meta({ id: 'Plan' })

/** A workspace as returned by its creation. */
export const newWorkspaceSchema = z
  .object({
    id: z.string(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    name: z.string(),
    icon: z.string().nullable(),
    plan: planSchema,
    paymentProviderId: z.string().nullable(),
    isSuspended: z.boolean(),
    isPastDue: z.boolean(),
    isVerified: z.boolean().nullable(),
  })
  .meta({ id: 'NewWorkspace' })

export const isClosedToModelsSchema = z.boolean().meta({
  description: 'Nothing is sent to language models and voices, except those that the operator runs',
})

export const workspaceSchema = newWorkspaceSchema
  .extend({
    customChatsLimit: z.number().nullable(),
    customSeatsLimit: z.number().nullable(),
    isClosedToModels: extension(isClosedToModelsSchema),
  })
  .meta({ id: 'Workspace' })

/** Role of a user in a workspace. */
export const roleSchema = z.enum(roles).meta({ id: 'Role' })
export const userModeSchema = z.enum(['read', 'write', 'guest']).meta({ id: 'UserMode' })

const answerSchema = z
  .object({
    createdAt: timestampSchema,
    resultId: z.string(),
    blockId: z.string(),
    groupId: z.string(),
    variableId: z.string().nullable(),
    content: z.string(),
    storageUsed: z.number(),
    attachedFileUrls: extension(
      z.array(z.string()).optional().meta({ description: 'Files that the visitor attached; absent if there are none' }),
    ),
    isCut: extension(
      z
        .literal(true)
        .optional()
        .meta({ description: 'The result is too large for a list: get it by its id for the whole answer' }),
    ),
  })
  .meta({ id: 'ResultAnswer' })

export const resultSchema = z
  .object({
    id: z.string(),
    createdAt: timestampSchema,
    botId: z.string(),
    variables: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        value: variableValueSchema.optional(),
      }),
    ),
    isCompleted: z.boolean(),
    hasStarted: z.boolean(),
    isArchived: z.boolean(),
    lastChatSessionId: z.string().nullable().meta({
      description: 'Null for callers who may not change the bot: anyone who knows it can act as the visitor',
    }),
    contactId: extension(z.string().optional().meta({ description: 'Absent if nobody knows who it is' })),
    answers: z.array(answerSchema),
  })
  .meta({ id: 'Result' })

export const successSchema = z.object({ message: z.string() }).meta({ id: 'Success' })
