import { BrokenBody, type EgressFailure, type EgressOutcome, type EgressRequest } from './egress-port.js'

/** Thrown if a call brought no response of the service. */
export class NoResponseError extends Error {
  readonly response: EgressFailure

  constructor(response: EgressFailure) {
    super(`The call was not answered: ${response.kind}`)
    this.response = response
  }
}

/** `fetch`, as libraries call it. */
export type Send = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Headers with which a library would send its own key or identify itself. */
const ownHeaders = new Set(['authorization', 'x-api-key', 'api-key', 'user-agent'])
const withoutBody = new Set([101, 204, 205, 304])

export type Sent = Pick<EgressRequest, 'url' | 'method' | 'headers' | 'body'>

/** Converts the arguments of a library's `fetch` to a request, without headers that identify the library. */
export function sentBy(input: string | URL | Request, init: RequestInit = {}): Sent {
  const { method = 'GET', body } = init
  return {
    url: String(input),
    method,
    headers: [...new Headers(init.headers)].filter(([name]) => !ownHeaders.has(name)),
    ...((typeof body === 'string' || body instanceof URLSearchParams) && { body: String(body) }),
  }
}

/** Returns a `fetch` for libraries. It sends requests through the egress client, and throws a `NoResponseError` without a valid response. */
export function egressFetch(send: (request: Sent) => Promise<EgressOutcome>): Send {
  return async (input, init) => {
    const response = await send(sentBy(input, init))
    if (response.kind !== 'response') throw new NoResponseError(response)
    const { status, body } = response
    if (status < 200 || status > 599)
      throw new NoResponseError({ kind: 'failed', reason: `the service answered ${status}.` })
    const content = withoutBody.has(status) ? null : Uint8Array.from(body)
    return new Response(content, { status, headers: readable(response.headers) })
  }
}

/** The failure that ended a call, found in an error or its causes, wherever a library put it. */
export function egressFailureOf(error: unknown): EgressFailure | undefined {
  if (error instanceof NoResponseError) return error.response
  if (error instanceof BrokenBody) return error.failure
  return error instanceof Error && error.cause !== undefined ? egressFailureOf(error.cause) : undefined
}

/** Headers without those that describe the encoding of the body, which is already decoded. */
const readable = (headers: Record<string, string>): [string, string][] =>
  Object.entries(headers).filter(([name]) => name !== 'content-encoding' && name !== 'content-length')
