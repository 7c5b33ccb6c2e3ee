import type { BlockContext, HttpCall } from '@colloquy/engine'
import {
  encodeComponent,
  encodeHeader,
  escapeHtml,
  fillAddress,
  fillForm,
  fillJson,
  formComponent,
  isJsonTemplate,
  withParameters,
} from '@colloquy/flow'
import { base64 } from '@colloquy/flow/integrations'
import { clientValue } from '../common/client-value.js'
import { submittedAnswers } from '../common/submitted-answers.js'

/** A request as the author wrote it. */
export interface RequestOptions {
  webhook?: {
    url?: string
    method?: string
    headers?: readonly Pair[]
    queryParams?: readonly Pair[]
    body?: string
  }
  isCustomBody?: boolean
}

interface Pair {
  key?: string
  value?: string
}

/** An expanded request; the body is JSON data or text. */
export interface FilledRequest {
  url: string
  method: string
  headers: [name: string, value: string][]
  body?: unknown
}

/** Expands a request. GET has no body; a request without a body sends all answers and variables. */
export function fillRequest(url: string, options: RequestOptions, context: BlockContext): FilledRequest {
  const { webhook = {}, isCustomBody } = options
  const method = webhook.method ?? 'POST'
  const query = pairs(webhook.queryParams, context).map(
    ([key, value]) => `${encodeComponent(key)}=${encodeComponent(value)}`,
  )
  const headers = lastOfEach(pairs(webhook.headers, context))
  const filled: FilledRequest = { url: withParameters(fillAddress(context.pieces(url)), query), method, headers }
  const body =
    method === 'GET' ? undefined : requestBody(isCustomBody ? webhook.body : undefined, contentType(headers), context)
  return body === undefined ? filled : { ...filled, body }
}

/** Headers as HTTP clients take them. */
export const encodedHeaders = (headers: FilledRequest['headers']): FilledRequest['headers'] =>
  headers.map(([name, value]) => [encodeHeader(name), encodeHeader(value)])

const contentType = (headers: FilledRequest['headers']): string =>
  headers.find(([name]) => name.trim().toLowerCase() === 'content-type')?.[1].toLowerCase() ?? ''

/** Builds the request that the service sends: encodes credentials, and the body as bytes with the matching content type. */
export function httpCall(request: FilledRequest): Omit<HttpCall, 'timeoutSeconds'> {
  const { url, method, body } = request
  const headers = encodedHeaders(
    request.headers.map(([name, value]) => [
      name,
      name.toLowerCase() === 'authorization' ? encodedCredentials(value) : value,
    ]),
  )
  if (body === undefined) return { url, method, headers }
  const type = contentType(headers)
  const isObject = typeof body === 'object' && body !== null
  if (isObject && isForm(type)) return { url, method, headers, body: form(body) }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const hasType = type !== '' || typeof body === 'string'
  return { url, method, headers: hasType ? headers : [...headers, ['Content-Type', 'application/json']], body: text }
}

function pairs(stored: readonly Pair[] | undefined, context: BlockContext): [string, string][] {
  return (stored ?? [])
    .map(({ key, value }): [string, string] => [context.expand(key), context.expand(value)])
    .filter(([key, value]) => key !== '' && value !== '')
}

function lastOfEach(headers: [string, string][]): [string, string][] {
  return [...new Map(headers)]
}

function encodedCredentials(value: string): string {
  const [, credentials] = /^Basic (.*:.*)$/s.exec(value) ?? []
  return credentials === undefined ? value : `Basic ${base64(credentials)}`
}

function form(body: object): string {
  return Object.entries(body)
    .map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)] as const)
    .map(([key, value]) => `${formComponent(key)}=${formComponent(value)}`)
    .join('&')
}

const isForm = (type: string): boolean => type.includes('x-www-form-urlencoded')

/** A body that is one variable is the value itself. In others, values are encoded for what the body is. */
function requestBody(body: string | undefined, type: string, context: BlockContext): unknown {
  if (!body || body.trim() === '{{state}}') return submittedAnswers(context)
  if (context.singleVariable(body)) return clientValue(context.expand(body))
  if (type.includes('json') || isJsonTemplate(body)) return clientValue(fillJson(context.typedPieces(body)))
  if (isForm(type)) return fillForm(context.pieces(body))
  const isMarkup = /\b(?:xml|html)\b/.test(type) || /^\s*</.test(body)
  const encode = isMarkup ? escapeHtml : (value: string) => value
  return context
    .pieces(body)
    .map((piece) => ('text' in piece ? piece.text : encode(piece.value)))
    .join('')
}
