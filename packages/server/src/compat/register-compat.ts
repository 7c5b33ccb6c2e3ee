import type { IncomingMessage } from 'node:http'
import { ApiError, type Endpoint, type EndpointId, type ErrorBody, endpoints } from '@colloquy/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operations } from '../http/operations.js'
import type { SentError } from '../http/send-error.js'
import type { Service } from '../service.js'
import { type FoundAddress, findAddress } from './addresses.js'
import { removeExtensions } from './extensions.js'
import { generateUploadUrl } from './generate-upload-url.js'
import { listEveryBot } from './list-every-bot.js'
import { listInvoices } from './list-invoices.js'
import { fromOffset, toOffset } from './result-offsets.js'
import { sendMessage } from './send-message.js'
import { redirectShortAddress } from './short-address.js'
import { streamMessage } from './stream-message.js'
import { typebotError } from './typebot-error.js'
import { fromTypebotBody, isObject, type Json, toTypebotResponse, withBothNames } from './typebot-names.js'
import { openWebhookRooms } from './webhook-rooms.js'

/** Requests that used a Typebot address. */
const found = new WeakMap<IncomingMessage, FoundAddress>()

/** Rewrites a Typebot address to the operation behind it before routing; from then on the request is handled like any other. */
export function toApiUrl(request: IncomingMessage): string {
  const url = request.url ?? '/'
  const address = findAddress(url)
  if (!address) return url
  found.set(request, address)
  return address.url
}

/** Returns the error in the format that the client of this address knows. */
export function describeError(request: IncomingMessage, error: ApiError): SentError {
  const body = error.toBody()
  return found.has(request) ? typebotError(body) : { status: error.status, body }
}

/**
 * The compatibility layer: clients made for Typebot (embeds, gateways, automations) find the addresses, names and shapes that they know. It
 * translates requests and responses, and does not know how operations are carried out.
 */
export function registerCompat(app: FastifyInstance, service: Service, operations: Operations): void {
  redirectShortAddress(app, service, operations)
  app.addHook('onRequest', (request, _, done) => {
    const { headers } = request.raw
    const referrer = headers['x-typebot-iframe-referrer-origin']
    if (referrer !== undefined) headers['x-bot-iframe-referrer-origin'] ??= referrer
    const secret = headers['x-typebot-webhook-secret']
    if (secret !== undefined) headers['x-bot-webhook-secret'] ??= secret
    done()
  })
  app.addHook('preValidation', (request, _, done) => {
    if (!found.has(request.raw)) return done()
    const operation = operationOf(request)
    if (holdsBot.has(operation)) request.body = fromTypebotBody(request.body)
    if (operation !== 'listResults') return done()
    fromOffset(service, request).then(() => done(), done)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const address = found.get(request.raw)
    done(null, address && isJson(reply, payload) ? typebotPayload(address, request, reply, payload) : payload)
  })
  app.register(async (scope) => {
    listEveryBot(scope, operations)
    listInvoices(scope, operations)
    sendMessage(scope, service, operations)
    generateUploadUrl(scope, service, operations)
    streamMessage(scope, service, operations)
  })
  openWebhookRooms(app, service)
}

/** Operations whose body holds a bot document, under the name `bot` or `typebot`. */
const holdsBot = new Set<string | undefined>(['createBot', 'importBot', 'updateBot'])
const startsChat = new Set<string | undefined>(['startChat', 'startPreviewChat', 'sendMessage'])

/** True for a start after which the conversation waits for nothing. Clients of Typebot know no result then. */
function isFinished({ input, clientSideActions }: Json): boolean {
  const actions = Array.isArray(clientSideActions) ? clientSideActions : []
  return input === undefined && !actions.some((action) => isObject(action) && action.expectsDedicatedReply === true)
}

function operationOf(request: FastifyRequest): string | undefined {
  return request.routeOptions.config.operation
}

function isJson(reply: FastifyReply, payload: unknown): payload is string {
  return typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('application/json')
}

function typebotPayload(address: FoundAddress, request: FastifyRequest, reply: FastifyReply, payload: string): string {
  const response = JSON.parse(payload) as Json
  // A bare number may have more digits than JSON.parse preserves.
  if (!isObject(response)) return payload
  if (reply.statusCode < 400) {
    toOffset(request, response)
    if (address.response) return JSON.stringify(address.response(response))
    const { response: schema } = (endpoints[operationOf(request) as EndpointId] ?? {}) as Partial<Endpoint>
    if (schema) removeExtensions(schema, response)
    if (startsChat.has(operationOf(request)) && isFinished(response)) delete response.resultId
    return JSON.stringify(startsChat.has(operationOf(request)) ? withBothNames(response) : toTypebotResponse(response))
  }
  const isHidden = reply.statusCode === 401 && operationOf(request) === 'getBot'
  if (isHidden) reply.removeHeader('www-authenticate')
  const { status, body } = typebotError(
    isHidden ? new ApiError('bot_not_found').toBody() : (response as unknown as ErrorBody),
  )
  reply.code(status)
  return JSON.stringify(body)
}
