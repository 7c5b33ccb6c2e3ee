import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { originShape } from './result-filters.js'
import { timeFilters } from './results.js'
import { botParams, timestampSchema } from './shapes.js'

const periodShape = {
  timeFilter: z.enum(timeFilters),
  timeZone: z.string().max(100).meta({ example: 'Europe/Berlin' }),
}

const linkSchema = z
  .object({
    id: z.string(),
    url: z.string().meta({
      description: 'Everybody who knows this address can read the summary',
      example: 'https://chat.example.com/s/j3SB2iFmCibxhbCPJSTltQ',
    }),
    ...periodShape,
    isFixed: z.boolean().meta({ description: 'True if the period stays as it was when the link was created' }),
    ...originShape,
    showsTexts: z.boolean().meta({ description: 'True if the page shows what visitors wrote' }),
    author: z.object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable() }).nullable().meta({
      description:
        'Person who made the link; null if they have no account any more, or the link is older than this field',
    }),
    isActive: z.boolean().meta({
      description: 'False if its author may no longer change the bot: the page is gone until somebody makes a new link',
    }),
    createdAt: timestampSchema,
    expiresAt: timestampSchema.nullable().meta({ description: 'Null for a link that works until it is revoked' }),
  })
  .meta({ id: 'SummaryLink' })

/** Links to the summary of a bot for people without an account. */
export const summaryLinkEndpoints = {
  listSummaryLinks: {
    id: 'listSummaryLinks',
    method: 'GET',
    path: '/api/v1/bots/{botId}/results/summary/links',
    summary:
      'List the links to the summary of a bot, newest first; it takes what their creation takes, as they open the summary',
    auth: 'write',
    needs: 'results.share',
    params: botParams,
    response: z.object({ links: z.array(linkSchema) }),
    errors: ['bot_not_found'],
  },
  createSummaryLink: {
    id: 'createSummaryLink',
    method: 'POST',
    path: '/api/v1/bots/{botId}/results/summary/links',
    summary: 'Create a link with which everybody can read the summary of some results, without an account',
    auth: 'write',
    needs: 'results.share',
    params: botParams,
    body: z.strictObject({
      timeFilter: periodShape.timeFilter.default('last30Days'),
      timeZone: periodShape.timeZone
        .default('UTC')
        .meta({ description: 'An IANA time zone, such as Europe/Berlin', example: 'Europe/Berlin' }),
      isFixed: z
        .boolean()
        .default(false)
        .meta({ description: 'Keep the period as it is now; else it moves on with each day' }),
      ...originShape,
      showsTexts: z
        .boolean()
        .default(false)
        .meta({ description: 'Show the newest texts that visitors wrote, and choices that they typed' }),
      expiresAt: timestampSchema
        .optional()
        .meta({ description: 'When the link stops working; absent for one that works until it is revoked' }),
    }),
    bodyLimit: 'chat',
    response: z.object({ link: linkSchema }),
    errors: ['bot_not_found', 'release_not_found', 'invalid_time_zone', 'too_many_summary_links'],
  },
  deleteSummaryLink: {
    id: 'deleteSummaryLink',
    method: 'DELETE',
    path: '/api/v1/bots/{botId}/results/summary/links/{linkId}',
    summary: 'Revoke a link to the summary of a bot. Its page disappears at once',
    auth: 'write',
    needs: 'results.share',
    params: z.object({ botId: z.string(), linkId: z.string() }),
    response: z.object({ message: z.literal('success') }),
    errors: ['bot_not_found', 'summary_link_not_found'],
  },
} as const satisfies Record<string, Endpoint>
