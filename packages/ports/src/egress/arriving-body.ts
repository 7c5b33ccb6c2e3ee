import type { Readable } from 'node:stream'
import { failureOf } from './attempts.js'
import type { CallInProgress } from './call-in-progress.js'
import { type ArrivingBody, BrokenBody, type ChunkSink, type StreamedRequest } from './egress-port.js'
import { type Packing, TooLargeError, unpackedBody } from './read-body.js'

/** Parts of a body, each when it is asked for. */
export interface Parts {
  next(): Promise<IteratorResult<Uint8Array, undefined>>
  rest(taker: ChunkSink): void
}

/** The parts of a body as they arrive, unpacked. Throws as `unpackedBody` does. */
export function arrivingParts(body: Readable, packing: Packing, maxBytes: number): Parts {
  return packing === 'none' ? new PlainParts(body, maxBytes) : new UnpackedParts(body, packing, maxBytes)
}

class UnpackedParts implements Parts {
  readonly #parts: AsyncGenerator<Uint8Array, undefined>

  constructor(body: Readable, packing: Packing, maxBytes: number) {
    this.#parts = unpackedBody(body, packing, maxBytes)
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    return this.#parts.next()
  }

  rest(taker: ChunkSink): void {
    void this.#handOver(taker).then(
      () => taker.ended(),
      (error) => taker.ended(error),
    )
  }

  async #handOver(taker: ChunkSink): Promise<void> {
    for await (const part of this.#parts) if (!taker.take(part)) return
  }
}

/** Does what `for await` does, which would hold four times the memory while nothing comes. */
class PlainParts implements Parts {
  readonly #body: Readable
  readonly #maxBytes: number
  #bytes = 0
  #wake: (() => void) | undefined
  #taker: ChunkSink | undefined

  constructor(body: Readable, maxBytes: number) {
    this.#body = body
    this.#maxBytes = maxBytes
    const wake = () => {
      if (this.#taker) this.#handOver(this.#taker)
      else this.#wake?.()
    }
    for (const event of ['readable', 'end', 'close', 'error']) body.on(event, wake)
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    for (;;) {
      const part = this.#available()
      if (part) return { done: false, value: part }
      if (part === undefined) return { done: true, value: undefined }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  rest(taker: ChunkSink): void {
    this.#wake = undefined
    this.#taker = taker
    this.#handOver(taker)
  }

  #handOver(taker: ChunkSink): void {
    try {
      let part = this.#available()
      while (part && taker.take(part)) part = this.#available()
      if (part === null) return
    } catch (error) {
      this.#taker = undefined
      taker.ended(error)
      return
    }
    this.#taker = undefined
    taker.ended()
  }

  /** Returns the next part, null if there is none yet, and undefined at the end. */
  #available(): Uint8Array | null | undefined {
    const body = this.#body
    const part: Uint8Array | null = body.errored ? null : body.read()
    if (part !== null) {
      this.#bytes += part.byteLength
      if (this.#bytes > this.#maxBytes) throw new TooLargeError()
      return part
    }
    if (body.errored) throw body.errored
    if (body.readableEnded) return undefined
    if (body.destroyed) throw new Error('The body was closed before its end.')
    return null
  }
}

/** A call while its body arrives, without its request. */
export type CallOfBody = Pick<CallInProgress, 'egress' | 'maxBytes' | 'signal'> & {
  host: string
}

/** No web stream, of which a pipe takes 10 KB for as long as it is open. */
export class BodyOfCall implements ArrivingBody {
  readonly #parts: Parts
  readonly #call: CallOfBody
  readonly #idleSeconds: number
  #seconds: number

  constructor(parts: Parts, call: CallOfBody, { firstByteSeconds, idleSeconds }: StreamedRequest) {
    this.#parts = parts
    this.#call = call
    this.#idleSeconds = idleSeconds
    this.#seconds = firstByteSeconds
  }

  async read(): Promise<Uint8Array | undefined> {
    const timer = this.#call.signal.after(this.#seconds)
    this.#seconds = this.#idleSeconds
    try {
      const { done, value } = await this.#parts.next()
      if (!done) return value
      this.cancel()
      return undefined
    } catch (error) {
      throw brokenBy(error, this.#call)
    } finally {
      clearTimeout(timer)
    }
  }

  rest(taker: ChunkSink): void {
    this.#parts.rest(new Timed(taker, this.#call, this.#seconds))
  }

  cancel(): void {
    this.#call.signal.end()
  }
}

/** Passes parts on, and ends the call when none comes for too long. */
class Timed implements ChunkSink {
  readonly #taker: ChunkSink
  readonly #call: CallOfBody
  readonly #timer: NodeJS.Timeout

  constructor(taker: ChunkSink, call: CallOfBody, seconds: number) {
    this.#taker = taker
    this.#call = call
    this.#timer = call.signal.after(seconds)
  }

  take(part: Uint8Array): boolean {
    this.#timer.refresh()
    return this.#taker.take(part)
  }

  ended(error?: unknown): void {
    clearTimeout(this.#timer)
    const broken = error === undefined ? undefined : brokenBy(error, this.#call)
    this.#call.signal.end()
    this.#taker.ended(broken)
  }
}

function brokenBy(error: unknown, call: CallOfBody): BrokenBody {
  const { signal, host } = call
  const failure = signal.aborted ? signal.failure : failureOf(call, host, error)
  signal.end()
  return new BrokenBody(failure)
}
