import type { BlockContext, BlockRuntime } from '@colloquy/engine'
import { blockExits } from '../block-exits.js'
import { clientValue } from '../client-value.js'
import { mapResponse } from './response-mapping.js'

type RequestType = 'Webhook' | 'Zapier' | 'Make.com' | 'Pabbly'
interface Pair {
  key?: string
  value?: string
}

/** Calls an address; so far only from the visitor's browser. Only the plain kind reads what the browser got back. */
export function httpRequest<T extends RequestType>(type: T): BlockRuntime<T> {
  const runtime: BlockRuntime<T> = {
    type,
    kind: 'integration',
    enter(block, context) {
      const { webhook, isCustomBody, isExecutedOnClient } = block.options ?? {}
      if (!webhook) return { kind: 'continue' }
      if (!webhook.url) {
        context.log({ status: 'error', description: `${type}: the request has no address`, isPrivate: true })
        return { kind: 'continue' }
      }
      if (!isExecutedOnClient) {
        context.log({ status: 'info', description: `${type} did nothing: not available yet`, isPrivate: true })
        return { kind: 'continue' }
      }
      const method = webhook.method ?? 'POST'
      const query = pairs(webhook.queryParams, context).map(
        ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`,
      )
      const address = context.expand(webhook.url)
      const url = query.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${query.join('&')}`
      const headers = Object.fromEntries(pairs(webhook.headers, context))
      const body = method === 'GET' ? undefined : requestBody(isCustomBody ? webhook.body : undefined, context)
      const httpRequestToExecute = { url, method, headers, ...(body === undefined ? {} : { body }) }
      return {
        kind: 'act',
        actions: [{ type: 'httpRequestToExecute', httpRequestToExecute, expectsDedicatedReply: true }],
      }
    },
    exits: blockExits,
  }
  if (type !== 'Webhook') return runtime
  return {
    ...runtime,
    resume(block, text, context) {
      const response = clientValue(text)
      if (typeof response !== 'object' || response === null) return { invalid: 'Provided response is not valid JSON' }
      mapResponse(block.options?.responseVariableMapping, response, context)
    },
  }
}

function pairs(stored: readonly Pair[] | undefined, context: BlockContext): [string, string][] {
  return (stored ?? [])
    .map(({ key, value }): [string, string] => [context.expand(key), context.expand(value)])
    .filter(([key, value]) => key !== '' && value !== '')
}

function requestBody(body: string | undefined, context: BlockContext): unknown {
  if (!body || body.trim() === '{{state}}') return snapshot(context)
  return clientValue(context.singleVariable(body) ? context.expand(body) : expandJson(body, context))
}

/** Fills placeholders in JSON text: escaped inside quotes, and null for an unset variable outside of them. */
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

function snapshot(context: BlockContext): Record<string, unknown> {
  const values = context.program.variables
    .map((variable) => [variable.name, context.value(variable.id)] as const)
    .filter(([, value]) => value !== undefined && value !== null)
  return { submittedAt: new Date(context.now).toISOString(), ...Object.fromEntries(values) }
}
