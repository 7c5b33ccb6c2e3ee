import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Limits } from '../limits/limits.js'

/** Counts requests in progress with large bodies, so that no more of them are read than fit into memory. */
export class LargeBodies {
  readonly #limits: Pick<Limits, 'largeBodyBytes' | 'largeBodies'>
  #inProgress = 0

  constructor(limits: Pick<Limits, 'largeBodyBytes' | 'largeBodies'>) {
    this.#limits = limits
  }

  /** Throws a `LimitExceeded` if the body is large according to its declared length and there are too many of these. */
  admit(request: IncomingMessage, response: ServerResponse): void {
    if (Number(request.headers['content-length'] ?? 0) >= this.#limits.largeBodyBytes) this.#take(response)
  }

  /** Reads a body without a declared length, and counts it as soon as it turns out to be large. */
  counted(request: IncomingMessage, response: ServerResponse, body: Readable): Readable {
    const take = () => this.#take(response)
    const { largeBodyBytes } = this.#limits
    let bytes = 0
    const counter = new Transform({
      transform(chunk: Buffer, _, done) {
        const isLarge = bytes < largeBodyBytes && bytes + chunk.length >= largeBodyBytes
        bytes += chunk.length
        chunkedBytes.set(request, bytes)
        try {
          if (isLarge) take()
          done(null, chunk)
        } catch (error) {
          done(error as Error)
        }
      },
    })
    body.once('error', (error) => counter.destroy(error))
    return body.pipe(counter)
  }

  #take(response: ServerResponse): void {
    if (this.#inProgress + 1 > this.#limits.largeBodies) throw new LimitExceeded('largeBodies', { retryAfter: 1 })
    this.#inProgress++
    response.once('close', () => {
      this.#inProgress--
    })
  }
}

const chunkedBytes = new WeakMap<IncomingMessage, number>()

/** Returns the number of bytes in the body of a request that was read. */
export function bodyBytes(request: IncomingMessage): number {
  const length = request.headers['content-length']
  return length === undefined ? (chunkedBytes.get(request) ?? 0) : Number(length)
}
