import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@colloquy/api'
import { SharedPool, type StopSignal } from '@colloquy/ports/shares'
import type { Storage } from '@colloquy/storage'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Limits } from '../limits/limits.js'
import type { Metrics } from '../observability/metrics.js'
import type { OpenedSession } from '../sessions/opened-session.js'
import { type Following, type Generate, Generation, type GenerationOptions, type PushPart } from './generation.js'

declare module '../service.js' {
  interface Service {
    /** Texts that sessions generate. */
    readonly generations: Generations
  }
}

/** Returns the generator of the text that a session waits for; undefined if it does not wait for one. */
export type FindGenerate = (opened: OpenedSession, reach: Reach) => Generate | undefined

/** How the subscriber of a text reaches its session. */
export interface Reach {
  /** Reads the session again, by the same rules. */
  reopen(): Promise<OpenedSession>
  /** Address of this server, as the subscriber knows it. */
  ownUrl: string | undefined
}

interface GenerationsOptions {
  limits: Pick<Limits, 'generations' | 'generatedTextBytes' | 'textFollowers'>
  find: FindGenerate
  /** Keeps other processes on the same database from generating the session's text; by `Claims`. */
  claim: Storage['claims']['take']
  metrics: Pick<Metrics, 'limitReached'>
  report: (error: unknown) => void
}

/** Milliseconds. No text takes longer. */
const maxWait = 310_000
const waitBetweenClaims = 250
/** Milliseconds that texts have to finish when the service stops. */
const graceOfStopping = 4_000

/** The texts that this process is generating, at most one for each session. A text is removed when it ends. */
export class Generations {
  readonly #options: GenerationsOptions
  readonly #running = new Map<string, Generation>()
  readonly #slots: SharedPool
  readonly #ofEach: GenerationOptions
  #isClosing = false

  constructor(options: GenerationsOptions) {
    this.#options = options
    this.#slots = new SharedPool(options.limits.generations)
    const { limits, metrics, report } = options
    this.#ofEach = {
      maxBytes: limits.generatedTextBytes,
      onFull: () => metrics.limitReached('generatedTextBytes'),
      report,
    }
  }

  /** Sends the text of a session from its beginning: of the generation in progress, or else of a new one. Starts once `more` is called. */
  follow(opened: OpenedSession, reach: Reach, put: PushPart): Following {
    const generation = this.#running.get(opened.row.id) ?? this.#start(opened, reach)
    if (generation.subscribers >= this.#options.limits.textFollowers)
      throw new LimitExceeded('textFollowers', { retryAfter: 30 })
    return generation.follow(put)
  }

  /** Ids of the sessions whose texts are being generated. */
  get sessionIds(): string[] {
    return [...this.#running.keys()]
  }

  /** Ends the text of a session that starts again. */
  stop(sessionId: string): void {
    this.#running.get(sessionId)?.stop()
  }

  /**
   * Runs work that may generate the text of a session, after waiting until no other process does. Within this process, `TurnQueue` orders
   * the work.
   */
  async alone<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
    const release = await this.claimed(sessionId)
    try {
      return await work()
    } finally {
      await release()
    }
  }

  /** Waits until no other process generates the text of a session, and keeps others from it until the returned function is called. `signal` ends the wait. */
  async claimed(sessionId: string, signal?: StopSignal): Promise<() => Promise<void>> {
    const end = performance.now() + maxWait
    for (;;) {
      const release = await this.#options.claim(sessionId)
      if (release) return release
      if (performance.now() >= end) throw new ApiError('server_busy', { retryAfter: 2 })
      await sleep(waitBetweenClaims)
      if (signal?.aborted) throw new Error('The text was stopped before it was begun.')
    }
  }

  /** Gives texts with subscribers a moment to finish, and then stops them. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const generation of this.#running.values()) if (generation.subscribers === 0) generation.stop()
    const stopping = setTimeout(() => {
      for (const generation of this.#running.values()) generation.stop()
    }, graceOfStopping)
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
    clearTimeout(stopping)
  }

  #start(opened: OpenedSession, reach: Reach): Generation {
    const { find } = this.#options
    const { id, workspaceId } = opened.row
    const generate = find(opened, reach)
    if (!generate) throw new ApiError('stream_not_expected')
    if (this.#isClosing) throw new ApiError('shutting_down', { retryAfter: 1 })
    if (!this.#slots.take(workspaceId, 1)) throw new LimitExceeded('generations', { retryAfter: 2 })
    const generation = new Generation(generate, this.#ofEach)
    this.#running.set(id, generation)
    void generation.ended.then(() => {
      this.#slots.giveBack(workspaceId, 1)
      this.#running.delete(id)
    })
    return generation
  }
}
