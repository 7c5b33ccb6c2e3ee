import { ApiError } from '@colloquy/api'
import type { FinishReason, Log, StreamEvent } from '@colloquy/chat'

/** Receives a text while it is generated. */
export interface TextSink {
  /**
   * Appends a piece, and returns whether it was accepted. Once a piece is not, because the text would exceed `generatedTextBytes` or nobody
   * waits for it any longer, `signal` is aborted and no further piece is accepted.
   */
  write(piece: string): boolean
  /** Nothing has been written. */
  readonly isEmpty: boolean
  /** A piece was not accepted because the text would exceed `generatedTextBytes`. */
  readonly isFull: boolean
  /** Aborted when the text should end early: nobody has followed it for 15 s, it is too long, or the service stops. */
  readonly signal: AbortSignal
}

/**
 * Generates a text, and resolves to why it ended. Whatever it throws ends the text for its followers: a `GenerationFailed` with its
 * log, an `ApiError` with its message, and anything else with a general one.
 */
export type Generate = (text: TextSink) => Promise<FinishReason>

/** Thrown by a `Generate` to tell the visitor, and the author, why there is no more text. */
export class GenerationFailed extends Error {
  readonly log: Log

  constructor(log: Omit<Log, 'status'>) {
    super(log.description)
    this.log = { ...log, status: 'error' }
  }
}

/** What a follower is sent: an event, or word that nothing has come for 10 s, so that connections stay open. */
export type Followed = StreamEvent | { type: 'quiet' }

interface GenerationOptions {
  mostBytes: number
  onFull: () => void
  /** Given errors that are bugs or failures of the service. */
  report: (error: unknown) => void
}

/** Milliseconds. */
const heartbeat = 10_000
const longestWithoutFollowers = 15_000

/** One text that is being generated, kept until it ends, so that everybody can follow it from its beginning and at their own pace. */
export class Generation {
  /** Settles when the text has ended. Never rejects. */
  readonly ended: Promise<void>
  readonly #options: GenerationOptions
  readonly #stopping = new AbortController()
  readonly #pieces: string[] = []
  readonly #waiting = new Set<() => void>()
  readonly #followers = new Set<AbortSignal>()
  #bytes = 0
  #isFull = false
  #end: StreamEvent | undefined
  #leaving: NodeJS.Timeout | undefined

  constructor(generate: Generate, options: GenerationOptions) {
    this.#options = options
    this.ended = this.#run(generate)
  }

  get followers(): number {
    return this.#followers.size
  }

  stop(): void {
    this.#stopping.abort()
  }

  /** All of the text from its beginning, until `gone` is aborted. */
  follow(gone: AbortSignal): AsyncIterable<Followed> {
    this.#followers.add(gone)
    clearTimeout(this.#leaving)
    const leave = () => {
      this.#followers.delete(gone)
      if (this.#followers.size > 0 || this.#end) return
      this.#leaving = setTimeout(() => this.stop(), longestWithoutFollowers).unref()
    }
    gone.addEventListener('abort', leave, { once: true })
    if (gone.aborted) leave()
    return this.#read(gone)
  }

  async *#read(gone: AbortSignal): AsyncGenerator<Followed> {
    for (let next = 0; !gone.aborted; ) {
      if (next < this.#pieces.length) {
        const text = this.#pieces.slice(next).join('')
        next = this.#pieces.length
        yield { type: 'text', text }
      } else if (this.#end) return yield this.#end
      else if (!(await this.#change(gone)) && !gone.aborted) yield { type: 'quiet' }
    }
  }

  /** Resolves to true once there is more to read, and to false after a time or when the follower has gone. */
  #change(gone: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isMore: boolean) => {
        clearTimeout(timer)
        this.#waiting.delete(onMore)
        gone.removeEventListener('abort', onNothing)
        resolve(isMore)
      }
      const onMore = () => settle(true)
      const onNothing = () => settle(false)
      const timer = setTimeout(onNothing, heartbeat).unref()
      this.#waiting.add(onMore)
      gone.addEventListener('abort', onNothing, { once: true })
    })
  }

  async #run(generate: Generate): Promise<void> {
    const { signal } = this.#stopping
    try {
      const finishReason = await generate(this.#sink(signal))
      this.#end = { type: 'done', finishReason: this.#isFull ? 'length' : finishReason }
    } catch (error) {
      this.#end = this.#isFull ? { type: 'done', finishReason: 'length' } : this.#failure(error)
    }
    clearTimeout(this.#leaving)
    this.#tell()
  }

  #sink(signal: AbortSignal): TextSink {
    const isEmpty = () => this.#bytes === 0
    const isFull = () => this.#isFull
    return {
      write: (piece) => this.#write(piece),
      get isEmpty() {
        return isEmpty()
      },
      get isFull() {
        return isFull()
      },
      signal,
    }
  }

  #write(piece: string): boolean {
    if (this.#end || this.#stopping.signal.aborted) return false
    const bytes = Buffer.byteLength(piece)
    if (this.#bytes + bytes > this.#options.mostBytes) {
      this.#isFull = true
      this.#options.onFull()
      this.stop()
      return false
    }
    if (bytes === 0) return true
    this.#bytes += bytes
    this.#pieces.push(piece)
    this.#tell()
    return true
  }

  #failure(error: unknown): StreamEvent {
    if (error instanceof GenerationFailed) return { type: 'error', log: error.log }
    const known = error instanceof ApiError ? error : new ApiError('internal_error')
    if (known.status >= 500 && !this.#stopping.signal.aborted) this.#options.report(error)
    return { type: 'error', log: { status: 'error', description: known.message } }
  }

  #tell(): void {
    for (const tell of this.#waiting) tell()
  }
}
