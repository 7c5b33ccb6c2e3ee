import { httpCall } from './http-call.js'
import type { Method, TestService } from './test-service.js'

/** A browser on our own pages: keeps its cookie, and sends the CSRF token that came with it. */
export function browser(service: Pick<TestService, 'port'>) {
  let cookie: string | undefined
  let csrfToken: string | undefined
  return {
    cookie: () => cookie,
    csrfToken: () => csrfToken,
    // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
    async call(method: Method, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<any> {
      const sent = {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(cookie !== undefined && { cookie }),
        ...(csrfToken !== undefined && { 'x-csrf-token': csrfToken }),
        ...headers,
      }
      const answer = await httpCall(
        service.port,
        method,
        path,
        sent,
        body === undefined ? undefined : JSON.stringify(body),
      )
      const given = answer.headers['set-cookie']?.[0]
      if (given !== undefined) cookie = given.split(';')[0]
      const read = answer.headers['content-type']?.startsWith('application/json') ? JSON.parse(answer.text) : undefined
      if (typeof read?.csrfToken === 'string') csrfToken = read.csrfToken
      return { status: answer.status, headers: answer.headers, text: answer.text, body: read }
    },
  }
}
