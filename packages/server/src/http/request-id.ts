import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const ofProcess = randomBytes(6).toString('hex')
let count = 0

/**
 * Returns the id under which a request is logged and which its response has as `x-request-id`: the one that the client or a proxy sent if
 * it is up to 128 letters, digits and `._:-`, else a new one.
 */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers['x-request-id']
  if (typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent)) return sent
  count += 1
  return `${ofProcess}-${count.toString(36)}`
}
