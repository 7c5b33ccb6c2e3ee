import { endpoints } from '@colloquy/api'
import type { FastifyInstance } from 'fastify'
import { answerStream } from '../generations/answer-stream.js'
import type { Followed } from '../generations/generation.js'
import { answerPreflight } from '../http/cors.js'
import type { Operations } from '../routes/register-routes.js'
import type { Service } from '../service.js'

/** Sends the generated text of a session in lines `<code>:<JSON>`, as Typebot clients read it. Their request body is ignored. */
export function streamMessage(app: FastifyInstance, service: Service, operations: Operations): void {
  const path = '/api/v2/sessions/:sessionId/streamMessage'
  const endpoint = { ...endpoints.streamMessage, contentType: 'text/plain; charset=utf-8' }
  app.options(path, async (request, reply) => answerPreflight(request, reply))
  app.post<{ Params: { sessionId: string } }>(path, {
    bodyLimit: service.config.limits.chatBytes,
    onRequest: (request, reply) => operations.admit(endpoint, request, reply),
    handler: async (request, reply) => {
      const answer = await answerStream(service, request.params.sessionId, { request, reply }, lineOf)
      return operations.answer(endpoint, answer, reply)
    },
  })
}

/** These clients stop at unknown codes. An error is JSON in a JSON string, which they parse twice. */
function lineOf(part: Followed): string {
  switch (part.type) {
    case 'text':
      return `0:${JSON.stringify(part.text)}\n`
    case 'quiet':
      return '2:[]\n'
    case 'error': {
      const { description, details, context } = part.log
      return `3:${JSON.stringify(JSON.stringify({ description, details, context }))}\n`
    }
    case 'done':
      return `d:${JSON.stringify({ finishReason: part.finishReason })}\n`
  }
}
