import * as z from 'zod'
import type { Endpoint } from './endpoint.js'

const params = z.object({ botId: z.string(), sessionId: z.string() })
const idSchema = z.string().max(300)
const value = z.union([z.string().max(100_000), z.array(z.union([z.string().max(100_000), z.null()])).max(10_000)])

const preview = z.object({
  preview: z
    .object({
      botId: z.string().meta({ description: 'The bot that runs: a linked one while it is on top' }),
      blockId: z
        .string()
        .nullable()
        .meta({ description: 'The block that waits for a reply, or before which the preview has stopped' }),
      isStopped: z.boolean().meta({ description: 'At a breakpoint; any reply continues it' }),
      variables: z
        .array(
          z.object({
            id: z.string(),
            name: z.string(),
            value: value.nullable(),
            isSessionVariable: z.boolean().optional(),
          }),
        )
        .meta({ description: 'Of the bot that runs, each with its value or its default' }),
    })
    .meta({ id: 'Preview' }),
})

/** Preview data that an author sees beside the chat itself. */
export const previewEndpoints = {
  getPreview: {
    id: 'getPreview',
    method: 'GET',
    path: '/api/v1/bots/{botId}/preview/sessions/{sessionId}',
    summary: 'Get where a preview stands, and the values of its variables',
    auth: 'read',
    needs: 'bot.preview',
    isAdmittedInTurn: true,
    params,
    response: preview,
    errors: ['bot_not_found', 'session_not_found'],
  },
  setPreviewVariables: {
    id: 'setPreviewVariables',
    method: 'PATCH',
    path: '/api/v1/bots/{botId}/preview/sessions/{sessionId}/variables',
    summary: 'Set variables of a preview; null empties one',
    auth: 'read',
    needs: 'bot.preview',
    isAdmittedInTurn: true,
    params,
    body: z.object({
      variables: z.record(z.string(), value.nullable()).meta({ description: 'Values by the ids of the variables' }),
    }),
    bodyLimit: 'flow',
    response: preview,
    errors: ['bot_not_found', 'session_not_found'],
  },
  setPreviewBreakpoints: {
    id: 'setPreviewBreakpoints',
    method: 'PUT',
    path: '/api/v1/bots/{botId}/preview/sessions/{sessionId}/breakpoints',
    summary:
      'Set the breakpoints of a preview, in this bot and in bots that it links to. They apply from its next step. ' +
      'A session that is not there yet is one for a preview that begins later with this id',
    auth: 'read',
    needs: 'bot.preview',
    isAdmittedInTurn: true,
    params,
    body: z.object({
      blocks: z.array(z.object({ botId: idSchema, blockId: idSchema })).max(500),
      isStepping: z.boolean().optional().meta({ description: 'Stop before the next block, whichever it is; once' }),
    }),
    bodyLimit: 'flow',
    response: preview,
    errors: ['bot_not_found', 'session_not_found'],
  },
} as const satisfies Record<string, Endpoint>
