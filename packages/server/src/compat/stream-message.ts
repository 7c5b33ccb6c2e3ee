import { endpoints } from '@colloquy/api'
import type { Log } from '@colloquy/chat'
import type { FastifyInstance } from 'fastify'
import { answerStream } from '../generations/answer-stream.js'
import type { Followed } from '../generations/generation.js'
import { answerPreflight } from '../http/cors.js'
import type { Operations } from '../http/operations.js'
import type { Service } from '../service.js'

/** Sends the generated text of a session in lines `<code>:<JSON>`, as Typebot clients read it. Their request body is ignored. */
export function streamMessage(app: FastifyInstance, service: Service, operations: Operations): void {
  const path = '/api/v2/sessions/:sessionId/streamMessage'
  const endpoint = { ...endpoints.streamMessage, contentType: 'text/plain; charset=utf-8' }
  app.options(path, async (request, reply) => answerPreflight(request, reply))
  app.post<{ Params: { sessionId: string } }>(path, {
    bodyLimit: service.config.limits.chatBytes,
    config: { isReadByPages: true },
    onRequest: (request, reply) => operations.admit(endpoint, request, reply),
    handler: async (request, reply) => {
      const response = await answerStream(service, request.params.sessionId, { request, reply }, linesOf())
      return operations.send(endpoint, response, reply)
    },
  })
}

/**
 * Writes the parts of one text. These clients stop at unknown codes, and continue the chat only after a text that is not empty. A space
 * takes the place of an empty one, as of a block that is left by an exit; it is the text that the service stores that counts.
 */
function linesOf(): (part: Followed) => string {
  let isEmpty = true
  return (part) => {
    switch (part.type) {
      case 'text':
        isEmpty = false
        return textLine(part.text)
      case 'quiet':
        return '2:[]\n'
      case 'error':
        return errorLine(part.log)
      case 'done':
        return `${isEmpty ? textLine(' ') : ''}d:${JSON.stringify({ finishReason: part.finishReason })}\n`
    }
  }
}

const textLine = (text: string): string => `0:${JSON.stringify(text)}\n`

/** An error is JSON in a JSON string, which these clients parse twice. */
const errorLine = ({ description, details, context }: Log): string =>
  `3:${JSON.stringify(JSON.stringify({ description, details, context }))}\n`
