import type { BlockContext, HttpCall } from '@colloquy/engine'
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
    ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`,
  )
  const address = context.expand(url)
  const filled: FilledRequest = {
    url: query.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${query.join('&')}`,
    method,
    headers: lastOfEach(pairs(webhook.headers, context)),
  }
  const body = method === 'GET' ? undefined : requestBody(isCustomBody ? webhook.body : undefined, context)
  return body === undefined ? filled : { ...filled, body }
}

/** Builds the request that the service sends: encodes credentials, and the body as bytes with the matching content type. */
export function httpCall(request: FilledRequest): Omit<HttpCall, 'timeoutSeconds'> {
  const { url, method, body } = request
  const headers = request.headers.map(([name, value]): [string, string] =>
    name.toLowerCase() === 'authorization' ? [name, encodedCredentials(value)] : [name, value],
  )
  if (body === undefined) return { url, method, headers }
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const isObject = typeof body === 'object' && body !== null
  if (isObject && type?.includes('x-www-form-urlencoded')) return { url, method, headers, body: form(body) }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const hasType = type !== undefined || typeof body === 'string'
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
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`.replaceAll('%20', '+'))
    .join('&')
}

function requestBody(body: string | undefined, context: BlockContext): unknown {
  if (!body || body.trim() === '{{state}}') return submittedAnswers(context)
  return clientValue(context.singleVariable(body) ? context.expand(body) : expandJson(body, context))
}

/** Expands placeholders in JSON text: escaped inside quotes, and null for an unset variable outside of them. */
function expandJson(text: string, context: BlockContext): string {
  let isQuoted = false
  return text.replace(/\\.|"|\{\{([^{}]+)\}\}/g, (match: string, name: string | undefined) => {
    if (match === '"') isQuoted = !isQuoted
    if (name === undefined) return match
    const value = context.valueByName(name)
    if (value === undefined || value === null) return isQuoted ? '' : 'null'
    if (!isQuoted) return typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value)
    return JSON.stringify(typeof value === 'string' ? value : JSON.stringify(value)).slice(1, -1)
  })
}
