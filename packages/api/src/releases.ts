import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { replayEvidenceSchema } from './replays.js'
import { botParams, cursorLimitSchema, publishedBotSchema, timestampSchema } from './shapes.js'

const params = z.object({ botId: z.string(), releaseId: z.string() })

/** Checks that run before publishing. */
export const checkKinds = ['errors', 'tests', 'visitors', 'replay'] as const

const authorSchema = z
  .object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable() })
  .nullable()
  .meta({ description: 'User who published it; null if unknown or if the account was deleted' })

/** Release notes, written for people. */
export const noteSchema = z.string().trim().max(2000)

/** Reason for publishing despite failed checks. */
export const overrideReasonSchema = z.string().trim().min(1).max(2000).meta({
  description: 'Publishes although required checks fail; the reason is kept with the release',
  example: 'The service of the failing test is down',
})

const overrideSchema = z
  .object({
    reason: z.string(),
    checks: z.array(z.enum(checkKinds)).meta({ description: 'The required checks that failed' }),
    author: authorSchema,
    createdAt: timestampSchema,
  })
  .meta({ id: 'ReleaseOverride' })

const checkSchema = z
  .object({
    kind: z.enum(checkKinds),
    isRequired: z.boolean().meta({ description: 'The settings of the bot block publishing while it fails' }),
    isPassed: z.boolean(),
    count: z.int().meta({ description: 'Problems, in all', example: 0 }),
    problems: z
      .array(z.object({ message: z.string(), blockId: z.string().optional() }))
      .meta({ description: 'The first 20 of them', example: [] }),
  })
  .meta({ id: 'PublishCheck' })

const releaseSchema = z
  .object({
    id: z.string(),
    createdAt: timestampSchema,
    note: z.string().nullable(),
    author: authorSchema,
    replay: replayEvidenceSchema
      .nullable()
      .meta({ description: 'Results of the replay before it was published; null without one' }),
    overrides: z
      .array(overrideSchema)
      .meta({ description: 'Why it was published although checks failed, oldest first', example: [] }),
    isLive: z.boolean().meta({ description: 'New chats run on it' }),
  })
  .meta({ id: 'Release' })

export const releaseEndpoints = {
  getPublishChecks: {
    id: 'getPublishChecks',
    method: 'GET',
    path: '/api/v1/bots/{botId}/publishChecks',
    summary: 'Check a draft before publishing: errors, tests, synthetic visitors and, where required, a replay',
    auth: 'write',
    needs: 'bot.publish',
    params: botParams,
    response: z.object({ checks: z.array(checkSchema) }),
    errors: ['bot_not_found'],
  },
  listReleases: {
    id: 'listReleases',
    method: 'GET',
    path: '/api/v1/bots/{botId}/releases',
    summary: 'List what was published of a bot, newest first',
    auth: 'read',
    needs: 'bot.read',
    params: botParams,
    query: z.object({ limit: cursorLimitSchema.default(50), cursor: z.string().optional() }),
    response: z.object({ releases: z.array(releaseSchema), nextCursor: z.string().nullable() }),
    errors: ['bot_not_found', 'invalid_cursor'],
  },
  getRelease: {
    id: 'getRelease',
    method: 'GET',
    path: '/api/v1/bots/{botId}/releases/{releaseId}',
    summary: 'Get a release with its flow, theme and settings',
    auth: 'read',
    needs: 'bot.read',
    params,
    response: z.object({ release: publishedBotSchema.extend(releaseSchema.shape) }),
    errors: ['bot_not_found', 'release_not_found'],
  },
  updateRelease: {
    id: 'updateRelease',
    method: 'PATCH',
    path: '/api/v1/bots/{botId}/releases/{releaseId}',
    summary: 'Change the note of a release. Nothing else of it can change',
    auth: 'write',
    needs: 'bot.edit',
    params,
    body: z.object({ note: noteSchema.nullable() }),
    bodyLimit: 'chat',
    response: z.object({ release: releaseSchema }),
    errors: ['bot_not_found', 'release_not_found'],
  },
} as const satisfies Record<string, Endpoint>
