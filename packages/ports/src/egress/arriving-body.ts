import type { Readable } from 'node:stream'
import { failureOf } from './attempts.js'
import { type ArrivingBody, BrokenBody, type StreamedRequest } from './egress-port.js'
import type { Ongoing } from './ongoing-call.js'
import { type Packing, TooLargeError, unpackedBody } from './read-body.js'

/** Parts of a body, each when it is asked for. */
export type Parts = Pick<AsyncIterator<Uint8Array, undefined>, 'next'>

/** The parts of a body as they arrive, unpacked. Throws as `unpackedBody` does. */
export function arrivingParts(body: Readable, packing: Packing, maxBytes: number): Parts {
  return packing === 'none' ? new PlainParts(body, maxBytes) : unpackedBody(body, packing, maxBytes)
}

/** Does what `for await` does, which would hold four times the memory while nothing comes. */
class PlainParts implements Parts {
  readonly #body: Readable
  readonly #maxBytes: number
  #bytes = 0
  #wake: (() => void) | undefined

  constructor(body: Readable, maxBytes: number) {
    this.#body = body
    this.#maxBytes = maxBytes
    const wake = () => this.#wake?.()
    for (const event of ['readable', 'end', 'close', 'error']) body.on(event, wake)
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const body = this.#body
    for (;;) {
      const part: Uint8Array | null = body.errored ? null : body.read()
      if (part !== null) {
        this.#bytes += part.byteLength
        if (this.#bytes > this.#maxBytes) throw new TooLargeError()
        return { done: false, value: part }
      }
      if (body.errored) throw body.errored
      if (body.readableEnded) return { done: true, value: undefined }
      if (body.destroyed) throw new Error('The body was closed before its end.')
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

/** No web stream, of which a pipe takes 10 KB for as long as it is open. */
export class BodyOfCall implements ArrivingBody {
  readonly #parts: Parts
  readonly #ongoing: Ongoing
  readonly #idleSeconds: number
  #seconds: number

  constructor(parts: Parts, ongoing: Ongoing, { firstByteSeconds, idleSeconds }: StreamedRequest) {
    this.#parts = parts
    this.#ongoing = ongoing
    this.#idleSeconds = idleSeconds
    this.#seconds = firstByteSeconds
  }

  async read(): Promise<Uint8Array | undefined> {
    const ongoing = this.#ongoing
    const timer = ongoing.endAfter(this.#seconds)
    this.#seconds = this.#idleSeconds
    try {
      const { done, value } = await this.#parts.next()
      if (!done) return value
      ongoing.end()
      return undefined
    } catch (error) {
      const failure = ongoing.signal.aborted ? ongoing.ending() : failureOf(ongoing, ongoing.hop.url, error)
      ongoing.end()
      throw new BrokenBody(failure)
    } finally {
      clearTimeout(timer)
    }
  }

  cancel(): void {
    this.#ongoing.end()
  }
}
