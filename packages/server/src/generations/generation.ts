import { ApiError } from '@colloquy/api'
import type { FinishReason, Log, StreamEvent } from '@colloquy/chat'
import { Stop, type StopSignal } from '@colloquy/ports/shares'
import type { TextSink } from '../effects/text-sink.js'

/**
 * Generates a text, and resolves to the reason why it ended. Any error ends the text for its subscribers: a `GenerationFailed` with its
 * log, an `ApiError` with its message, and anything else with a general one.
 */
export type Generate = (text: TextSink) => Promise<FinishReason>

/** Thrown by a `Generate` to inform the visitor and the author why the text ended early. */
export class GenerationFailed extends Error {
  readonly log: Log

  constructor(log: Omit<Log, 'status'>) {
    super(log.description)
    this.log = { ...log, status: 'error' }
  }
}

/** Sent to a subscriber: an event, or `quiet` after 10 s without one, so that connections stay open. */
export type Followed = StreamEvent | { type: 'quiet' }

/** Receives a part for a subscriber. Returns false to pause; `more` then resumes. */
export type PushPart = (part: Followed) => boolean

/** True for the last part of a text. */
export const isLast = ({ type }: Followed): boolean => type === 'done' || type === 'error'

export interface GenerationOptions {
  maxBytes: number
  onFull: () => void
  /** Receives errors that are bugs or failures of the service. */
  report: (error: unknown) => void
}

/** Milliseconds. */
const heartbeat = 10_000
const maxMsWithoutSubscribers = 15_000

/**
 * A text that is being generated. It is kept until it ends, so that every subscriber can read it from the beginning and at their own pace.
 */
export class Generation implements TextSink {
  /** Settles when the text has ended. Never rejects. */
  readonly ended: Promise<void>
  readonly #options: GenerationOptions
  readonly #stopping = new Stop()
  readonly #pieces: string[] = []
  /** Nearly always one. */
  #subscribers: readonly Following[] = []
  #bytes = 0
  #isFull = false
  #end: StreamEvent | undefined
  #leaving: NodeJS.Timeout | undefined

  constructor(generate: Generate, options: GenerationOptions) {
    this.#options = options
    this.ended = this.#run(generate)
  }

  /** Aborted when the text should end early. */
  get signal(): StopSignal {
    return this.#stopping
  }

  get isEmpty(): boolean {
    return this.#bytes === 0
  }

  get isFull(): boolean {
    return this.#isFull
  }

  get subscribers(): number {
    return this.#subscribers.length
  }

  stop(): void {
    this.#stopping.abort()
  }

  /** Sends all of the text from its beginning, until the subscriber leaves. */
  follow(put: PushPart): Following {
    const following = new Following(put, this)
    this.#subscribers = this.#subscribers.concat(following)
    clearTimeout(this.#leaving)
    return following
  }

  /** Called by `Following` only. */
  left(following: Following): void {
    const index = this.#subscribers.indexOf(following)
    if (index < 0) return
    this.#subscribers = this.#subscribers.toSpliced(index, 1)
    if (this.#subscribers.length > 0 || this.#end) return
    this.#leaving = setTimeout(() => this.stop(), maxMsWithoutSubscribers).unref()
  }

  /** Returns the parts after the given number of pieces; undefined while there are none. */
  after(pieces: number): { part: Followed; pieces: number } | undefined {
    const { length } = this.#pieces
    if (pieces < length) return { part: { type: 'text', text: this.#pieces.slice(pieces).join('') }, pieces: length }
    return this.#end && { part: this.#end, pieces }
  }

  #run(generate: Generate): Promise<void> {
    return generate(this).then(
      (finishReason) => this.#endWith({ type: 'done', finishReason: this.#isFull ? 'length' : finishReason }),
      (error) => this.#endWith(this.#isFull ? { type: 'done', finishReason: 'length' } : this.#failure(error)),
    )
  }

  #endWith(end: StreamEvent): void {
    this.#end = end
    clearTimeout(this.#leaving)
    this.#notifyAll()
  }

  /** Called by its `Generate` only. */
  write(piece: string): boolean {
    if (this.#end || this.#stopping.aborted) return false
    const bytes = Buffer.byteLength(piece)
    if (this.#bytes + bytes > this.#options.maxBytes) {
      this.#isFull = true
      this.#options.onFull()
      this.stop()
      return false
    }
    if (bytes === 0) return true
    this.#bytes += bytes
    this.#pieces.push(piece)
    this.#notifyAll()
    return true
  }

  #failure(error: unknown): StreamEvent {
    if (error instanceof GenerationFailed) return { type: 'error', log: error.log }
    const known = error instanceof ApiError ? error : new ApiError('internal_error')
    if (known.status >= 500 && !this.#stopping.aborted) this.#options.report(error)
    return { type: 'error', log: { status: 'error', description: known.message } }
  }

  #notifyAll(): void {
    for (const following of this.#subscribers) following.notify()
  }
}

/** A subscriber to a text. A class without promises, since thousands of them wait. */
export class Following {
  readonly #put: PushPart
  readonly #generation: Generation
  #pieces = 0
  #takesMore = false
  #quiet: NodeJS.Timeout | undefined

  constructor(put: PushPart, generation: Generation) {
    this.#put = put
    this.#generation = generation
  }

  /** Sends what is available and what arrives later, until the subscriber pauses. */
  more(): void {
    if (this.#takesMore) return
    this.#takesMore = true
    this.notify()
  }

  /** Called by `Generation` when there is more to read. */
  notify(): void {
    clearTimeout(this.#quiet)
    while (this.#takesMore) {
      const next = this.#generation.after(this.#pieces)
      if (!next) {
        this.#wait()
        break
      }
      this.#pieces = next.pieces
      this.#takesMore = this.#put(next.part)
      if (isLast(next.part)) this.leave()
    }
  }

  leave(): void {
    this.#takesMore = false
    clearTimeout(this.#quiet)
    this.#generation.left(this)
  }

  #wait(): void {
    this.#quiet = setTimeout(() => {
      this.#takesMore = this.#put({ type: 'quiet' })
      if (this.#takesMore) this.#quiet?.refresh()
    }, heartbeat).unref()
  }
}
