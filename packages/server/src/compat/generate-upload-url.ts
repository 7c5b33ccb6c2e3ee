import { ApiError, endpoints } from '@colloquy/api'
import { toIssues } from '@colloquy/flow'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { answerPreflight } from '../http/cors.js'
import type { Operations } from '../http/operations.js'
import type { Needs } from '../service.js'
import { sessionOfResult } from './session-of-result.js'

/** Answers the first two versions of the upload address, which also accept the session in the query or by its result. */
export function generateUploadUrl(
  app: FastifyInstance,
  service: Needs<'storage' | 'config'>,
  operations: Operations,
): void {
  const path = '/api/v1/generate-upload-url'
  const endpoint = endpoints.generateUploadUrl
  const config = { operation: endpoint.id, isForVisitors: true, isReadByPages: true }
  app.options(path, { config }, async (request, reply) => answerPreflight(request, reply))
  app.post(path, {
    bodyLimit: service.config.limits.chatBytes,
    config,
    onRequest: async (request) => operations.count(endpoint, request),
    handler: async (request, reply) => {
      const body = await currentBody(service, request)
      return operations.send(endpoint, await operations.callOperation(endpoint, { body }, request, reply), reply)
    },
  })
}

const fileSchema = z.object({
  sessionId: z.string().optional(),
  resultId: z.string().optional(),
  fileName: z.string().optional(),
})
const bodySchema = fileSchema.extend({
  filePathProps: fileSchema.optional(),
  fileType: z.string().optional(),
  fileSize: z.number().optional(),
})
const querySchema = z.object({ sessionId: z.string().optional() })

async function currentBody(service: Needs<'storage'>, request: FastifyRequest) {
  const parsed = bodySchema.extend({ query: querySchema }).safeParse({ ...Object(request.body), query: request.query })
  if (!parsed.success) throw new ApiError('invalid_request', { issues: toIssues(parsed.error.issues, '') })
  const { filePathProps, query, fileType, fileSize, ...file } = parsed.data
  const { sessionId = query.sessionId, resultId, fileName } = { ...file, ...filePathProps }
  if (sessionId !== undefined || resultId === undefined) return { sessionId, fileName, fileType, fileSize }
  const found = await sessionOfResult(service, resultId)
  if (found === undefined) throw new ApiError('upload_session_unknown')
  return { sessionId: found, fileName, fileType, fileSize }
}
