import type { IncomingMessage } from 'node:http'

/** Bytes of a body that are discarded; twice the limit of the route if that is more. */
const minBytes = 4_000_000
/** Milliseconds that a client has to finish sending after the response. */
const graceMilliseconds = 10_000
/** Milliseconds between the last byte that is read and the end of the connection, in which the client can read the response. */
const lingerMilliseconds = 1_000

/**
 * Reads on and discards what a client is still sending after a response that came early, such as 413. Clients that write the whole request
 * before they read would otherwise see a broken connection in place of the response. Amount and time are bounded; then the connection ends.
 */
export function discardBody(request: IncomingMessage, bodyLimit: number): void {
  let left = Math.max(minBytes, 2 * bodyLimit)
  const end = () => request.destroy()
  const timer = setTimeout(end, graceMilliseconds).unref()
  request.once('close', () => clearTimeout(timer))
  request.unpipe()
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left >= 0) return
    request.pause()
    setTimeout(end, lingerMilliseconds).unref()
  })
  request.resume()
}
