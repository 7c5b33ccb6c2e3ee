import type { IncomingMessage } from 'node:http'

/** Bytes of a body that are discarded; twice the limit of the route if that is more. */
const minBytes = 3_000_000
/** Milliseconds that a client has to finish sending. */
const graceMilliseconds = 10_000
/** Milliseconds between the last byte that is read and the end of the connection, in which the client can read the response. */
const lingerMilliseconds = 1_000

/**
 * Reads on and discards what a client is still sending when a response comes early, such as 413. Clients that write the whole request before
 * they read would otherwise see a broken connection in place of the response. Amount and time are bounded; then the connection ends.
 * Resolves when the response may be sent: at once if the connection stays open after it, else when nothing more is read.
 */
export function discardBody(request: IncomingMessage, bodyLimit: number): Promise<void> {
  let left = Math.max(minBytes, 2 * bodyLimit)
  const end = () => request.destroy()
  const timer = setTimeout(end, graceMilliseconds).unref()
  request.once('close', () => clearTimeout(timer))
  request.unpipe()
  const isLast = request.httpVersion === '1.0' || /\bclose\b/i.test(request.headers.connection ?? '')
  return new Promise((resolve) => {
    if (isLast) request.once('end', resolve).once('close', resolve)
    else resolve()
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left >= 0) return
      request.pause()
      setTimeout(end, lingerMilliseconds).unref()
      resolve()
    })
    request.resume()
  })
}
