import { ApiError, type Endpoint, endpoints } from '@colloquy/api'
import { toIssues } from '@colloquy/flow'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { answerPreflight } from '../http/cors.js'
import type { RawResponse } from '../http/handler.js'
import type { Operations, RequestParts } from '../http/operations.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Needs } from '../service.js'
import type { Json } from './typebot-names.js'

/** The oldest chat API: one address to start a chat and to continue it. The current operations handle the requests. */
export function sendMessage(app: FastifyInstance, service: Needs<'storage' | 'config'>, operations: Operations): void {
  const path = '/api/v1/sendMessage'
  app.options(path, async (request, reply) => answerPreflight(request, reply))
  app.post(path, {
    bodyLimit: service.config.limits.chatBytes,
    config: { operation: 'sendMessage', isReadByPages: true },
    handler: async (request, reply) => {
      const asked = read(request.body)
      const { endpoint, parts } = await chosen(service, asked)
      await operations.admit(endpoint, request, reply)
      const { clientLogs, sessionId } = asked
      if (clientLogs?.length && endpoint.id === 'continueChat') {
        const logs = { params: { sessionId }, body: { clientLogs } }
        await operations.callOperation(endpoints.saveClientLogs, logs, request, reply).catch(unlessFull)
      }
      const response = await operations.callOperation(endpoint, parts, request, reply)
      const { progress: _, ...said } = JSON.parse((response as RawResponse).text) as Json
      return operations.send(endpoint, said, reply)
    },
  })
}

/** Skips logs beyond a limit: the visitor's reply matters more. */
function unlessFull(error: unknown): void {
  if (!(error instanceof LimitExceeded)) throw error
}

const requestSchema = z.object({
  message: z
    .string()
    .nullish()
    .transform((text) => text || undefined),
  sessionId: z.string().nullish(),
  startParams: z
    .object({
      typebot: z.string().optional(),
      bot: z.string().optional(),
      publicId: z.string().optional(),
      isPreview: z.boolean().optional(),
      startGroupId: z.string().optional(),
      startEventId: z.string().optional(),
      resultId: z.string().optional(),
      prefilledVariables: z.unknown().optional(),
      isStreamEnabled: z.boolean().optional(),
      isOnlyRegistering: z.boolean().optional(),
    })
    .nullish(),
  clientLogs: z.array(z.unknown()).nullish(),
})

function read(body: unknown): z.output<typeof requestSchema> {
  const parsed = requestSchema.safeParse(body ?? {})
  if (!parsed.success) throw new ApiError('invalid_request', { issues: toIssues(parsed.error.issues, '') })
  return parsed.data
}

/** Continues an existing session; otherwise `startParams` determine what to start. */
async function chosen(
  service: Needs<'storage'>,
  { message, sessionId, startParams }: z.output<typeof requestSchema>,
): Promise<{ endpoint: Endpoint; parts: RequestParts }> {
  if (sessionId && (!startParams || (await service.storage.sessions.get(sessionId)))) {
    return { endpoint: endpoints.continueChat, parts: { params: { sessionId }, body: { message } } }
  }
  const { typebot, bot, publicId, isPreview, startGroupId, startEventId, ...rest } = startParams ?? {}
  const id = typebot ?? bot ?? publicId
  if (id === undefined) {
    const hint = 'Name the bot to start here, or give the sessionId of a conversation that has begun.'
    throw new ApiError('invalid_request', { issues: [{ path: 'startParams', message: hint }] })
  }
  if (!isPreview) {
    return { endpoint: endpoints.startChat, parts: { params: { publicId: id }, body: { message, ...rest } } }
  }
  const { prefilledVariables: _, resultId: __, ...body } = rest
  const startFrom = startGroupId
    ? { type: 'group', groupId: startGroupId }
    : startEventId
      ? { type: 'event', eventId: startEventId }
      : undefined
  return {
    endpoint: endpoints.startPreviewChat,
    parts: { params: { botId: id }, body: { message, startFrom, ...body } },
  }
}
