import {
  type BlockContext,
  type BlockRuntime,
  type Effectful,
  type HttpOutcome,
  maxDetailsLength,
  type Outcome,
  parseBigIntSafeJson,
  perform,
  startOfJson,
} from '@colloquy/engine'
import { definitionOf } from '@colloquy/flow'
import { blockExits } from '../common/block-exits.js'
import { clientValue } from '../common/client-value.js'
import { encodedHeaders, type FilledRequest, fillRequest, httpCall } from './http-call.js'
import { mapResponse, type ResponseData } from './response-mapping.js'

type RequestType = 'Webhook' | 'Zapier' | 'Make.com' | 'Pabbly'

/** The name that authors see: a block of the type Webhook is labeled HTTP request. */
const labelOf = (type: RequestType): string => definitionOf(type)?.label ?? type

type MadeCall = Exclude<HttpOutcome, { answer: 'queued' }>

interface Options {
  responseVariableMapping?: { variableId?: string; bodyPath?: string }[]
  timeout?: number
  proxyCredentialsId?: string
  isGuaranteed?: boolean
}

const defaultTimeout = 10
const longTimeout = 120
const slowServices: readonly string[] = ['Zapier', 'Make.com', 'Pabbly']

/** Sends a request from the service or from the visitor's browser. The flow continues whether it succeeds or fails. */
export function httpRequest<T extends RequestType>(type: T): BlockRuntime<T> {
  return {
    type,
    kind: 'integration',
    enter(block, context) {
      const { options } = block
      if (!options?.webhook) return { kind: 'continue' }
      if (!options.webhook.url) {
        context.log('missing-option', {
          status: 'error',
          description: `${labelOf(type)}: the request has no address`,
          isPrivate: true,
        })
        return { kind: 'continue' }
      }
      const request = fillRequest(options.webhook.url, options, context)
      const isFromClient = options.isExecutedOnClient && context.channel === 'web' && !context.isDryRun
      return isFromClient ? fromClient(request) : fromService(block, request, options, context)
    },
    exits: blockExits,
    *resume({ options }, text, context) {
      const response = clientValue(text)
      if (typeof response !== 'object' || response === null) return { invalid: 'Provided response is not valid JSON' }
      logClientOutcome(type, response, context)
      yield* mapResponse(options?.responseVariableMapping, response, context)
      return undefined
    },
  }
}

function fromClient({ headers, ...request }: FilledRequest): Outcome {
  const httpRequestToExecute = { ...request, headers: Object.fromEntries(encodedHeaders(headers)) }
  return {
    kind: 'act',
    actions: [{ type: 'httpRequestToExecute', httpRequestToExecute, expectsDedicatedReply: true }],
  }
}

function* fromService(
  { id: blockId, type }: { id: string; type: RequestType },
  request: FilledRequest,
  options: Options,
  context: BlockContext,
): Effectful<Outcome> {
  const { timeout, proxyCredentialsId } = options
  const own = timeout === undefined || timeout === defaultTimeout ? undefined : timeout
  const timeoutSeconds = own ?? (slowServices.includes(type) ? longTimeout : defaultTimeout)
  const call = { ...httpCall(request), timeoutSeconds, ...(proxyCredentialsId ? { proxyCredentialsId } : {}) }
  const guarantee = isSent(options) && { guarantee: { blockId, blockType: type } }
  const outcome = yield* perform({ kind: 'http', request: call, ...guarantee })
  if (outcome.answer === 'queued') {
    context.log('report', {
      status: 'info',
      description: `${labelOf(type)}: the request is queued for delivery`,
      isPrivate: true,
    })
    return { kind: 'continue' }
  }
  const response = responseOf(outcome)
  logOutcome(type, outcome, { request, response }, context)
  yield* mapResponse(options.responseVariableMapping, response, context)
  return { kind: 'continue' }
}

/** True if the request can be sent after the turn, because nothing of its response is used. */
const isSent = ({ isGuaranteed, responseVariableMapping = [] }: Options): boolean =>
  isGuaranteed === true && responseVariableMapping.every(({ variableId }) => variableId === undefined)

/** The response as mappings read it; failures have the same shape. */
function responseOf(outcome: MadeCall): ResponseData {
  switch (outcome.answer) {
    case 'response':
      return { statusCode: outcome.status, data: readBody(outcome.text) }
    case 'refused':
      return { statusCode: 400, data: { message: `The request was refused: ${outcome.reason}` } }
    case 'timeout':
      return { statusCode: 408, data: { message: `The request took longer than ${outcome.seconds} s` } }
    case 'failed':
      return { statusCode: 500, data: { message: outcome.reason } }
  }
}

function readBody(text: string): unknown {
  try {
    return parseBigIntSafeJson(text)
  } catch {
    return text
  }
}

function logOutcome(
  type: RequestType,
  outcome: MadeCall,
  told: { request: FilledRequest; response: ResponseData },
  context: BlockContext,
): void {
  const { headers: _kept, ...request } = told.request
  const url = withoutCredentials(request.url)
  const details = detailsOf({ request: { ...request, url }, response: told.response })
  if (outcome.answer === 'response' && outcome.status < 300) {
    context.log('report', {
      status: 'success',
      description: `${labelOf(type)}: the request was answered`,
      details,
      isPrivate: true,
    })
    return
  }
  const description =
    outcome.answer === 'response'
      ? `${labelOf(type)}: the request was answered with the status ${outcome.status}`
      : `${labelOf(type)}: ${(told.response.data as { message: string }).message}`
  const cause = outcome.answer === 'refused' ? 'refused-request' : 'service-answer'
  context.log(cause, { status: 'error', description, details, isPrivate: true })
}

/** As JSON, cut to what a log keeps: responses can be megabytes long. */
const detailsOf = (value: object) => startOfJson(value, maxDetailsLength + 1)

/** Removes the user name and password from an address. Clients ignore tabs and line breaks in it. */
function withoutCredentials(url: string): string {
  const address = url.replace(/[\t\n\r]/g, '').trim()
  return address.replace(/^((?:[a-z][a-z\d+.-]*:)?[\\/]*)[^\\/?#]*@/i, '$1')
}

function logClientOutcome(type: RequestType, response: ResponseData, context: BlockContext): void {
  const status = Number(response.statusCode)
  if (status >= 400) {
    context.log('service-answer', {
      status: 'error',
      description: `${labelOf(type)}: the request from the browser was answered with the status ${status}`,
      details: detailsOf(response),
      isPrivate: true,
    })
  } else
    context.log('report', {
      status: 'success',
      description: `${labelOf(type)}: the request from the browser was answered`,
      isPrivate: true,
    })
}
