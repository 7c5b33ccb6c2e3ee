import { BrokenBody, type EgressAnswer, type EgressFailure, type EgressRequest } from './egress-port.js'

/** A call that brought no answer of the service. */
export class NotAnswered extends Error {
  readonly answer: EgressFailure

  constructor(answer: EgressFailure) {
    super(`The call was not answered: ${answer.kind}`)
    this.answer = answer
  }
}

/** `fetch`, as libraries call it. */
export type Send = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Headers by which a library would show a key of its own, or itself. */
const ownHeaders = new Set(['authorization', 'x-api-key', 'api-key', 'user-agent'])
const withoutBody = new Set([101, 204, 205, 304])

export type Sent = Pick<EgressRequest, 'url' | 'method' | 'headers' | 'body'>

/** What a library asks its `fetch` to send, without the headers by which it would show itself. */
export function sentBy(input: string | URL | Request, init: RequestInit = {}): Sent {
  const { method = 'GET', body } = init
  return {
    url: String(input),
    method,
    headers: [...new Headers(init.headers)].filter(([name]) => !ownHeaders.has(name)),
    ...((typeof body === 'string' || body instanceof URLSearchParams) && { body: String(body) }),
  }
}

/** A `fetch` for libraries that sends by the egress client. Throws `NotAnswered` for what is no answer. */
export function egressFetch(send: (request: Sent) => Promise<EgressAnswer>): Send {
  return async (input, init) => {
    const answer = await send(sentBy(input, init))
    if (answer.kind !== 'response') throw new NotAnswered(answer)
    const { status, body } = answer
    if (status < 200 || status > 599)
      throw new NotAnswered({ kind: 'failed', reason: `the service answered ${status}.` })
    const content = withoutBody.has(status) ? null : Uint8Array.from(body)
    return new Response(content, { status, headers: readable(answer.headers) })
  }
}

/** What ended a call, wherever a library put it. */
export function egressFailureOf(error: unknown): EgressFailure | undefined {
  if (error instanceof NotAnswered) return error.answer
  if (error instanceof BrokenBody) return error.failure
  return error instanceof Error && error.cause !== undefined ? egressFailureOf(error.cause) : undefined
}

/** Headers without those that told how the body was packed. */
const readable = (headers: Record<string, string>): [string, string][] =>
  Object.entries(headers).filter(([name]) => name !== 'content-encoding' && name !== 'content-length')
