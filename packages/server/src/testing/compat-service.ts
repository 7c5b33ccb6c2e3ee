import { httpCall } from './http-call.js'
import { type TestOptions, testService } from './test-service.js'

/** A test service with `send`: makes a request as a Typebot client does, at an address that is not in the OpenAPI document. */
export async function compatService(env: Record<string, string> = {}, options: TestOptions = {}) {
  const service = await testService(env, options)
  const send = async (method: string, url: string, body?: unknown, headers: Record<string, string> = {}) => {
    const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const type: Record<string, string> = payload === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await httpCall(service.port, method, url, { ...type, ...headers }, payload)
    const isJson = answer.headers['content-type']?.startsWith('application/json') && answer.text !== ''
    // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
    return { ...answer, body: (isJson ? JSON.parse(answer.text) : answer.text) as any }
  }
  return { ...service, send, asOwner: { authorization: `Bearer ${service.token}` } }
}

export type CompatService = Awaited<ReturnType<typeof compatService>>
