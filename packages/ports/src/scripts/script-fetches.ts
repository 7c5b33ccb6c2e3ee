import type { CallGuard } from '../shares/call-guard.js'
import { PrivateFetchError, type ScriptFetch, type ScriptOwner } from './script-port.js'
import type { FetchRequest, FetchResponse } from './segment.js'

/** The requests of one script: started when it waits or ends, and awaited until at least one has been answered. */
export class ScriptFetches {
  readonly #fetch: ScriptFetch | undefined
  readonly #owner: ScriptOwner
  readonly #limits: { fetches: number; responseLength: number; waitMilliseconds: number }
  readonly #guard: CallGuard | undefined
  readonly #aborted = new AbortController()
  readonly #performing: Promise<void>[] = []
  #answers: FetchResponse[] = []
  #begun = 0
  #received = 0
  #waited = 0
  #wake: (() => void) | undefined
  readonly #privateReasons = new Set<string>()

  constructor(
    fetch: ScriptFetch | undefined,
    owner: ScriptOwner,
    limits: { fetches: number; responseLength: number; waitMilliseconds: number },
    guard?: CallGuard,
  ) {
    this.#fetch = fetch
    this.#owner = owner
    this.#limits = limits
    this.#guard = guard
  }

  /** Reasons of failures that the script could not read; undefined if there are none. */
  get privateReasons(): string | undefined {
    return this.#privateReasons.size > 0 ? [...this.#privateReasons].join('\n') : undefined
  }

  begin(requests: FetchRequest[]): void {
    for (const request of requests) this.#performing.push(this.#perform(request))
  }

  /**
   * Returns the answers that have arrived; waits for the first one. Undefined if the script has waited for the maximum time, or was
   * aborted.
   */
  async next(): Promise<FetchResponse[] | undefined> {
    const started = performance.now()
    if (this.#answers.length === 0 && !this.#aborted.signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, this.#limits.waitMilliseconds - this.#waited))
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#wake = undefined
    }
    this.#waited += performance.now() - started
    if (this.#answers.length === 0) return undefined
    const answers = this.#answers
    this.#answers = []
    return answers
  }

  /** Resolves when all requests have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#performing)
  }

  /** Aborts requests that are still running. */
  abort(): void {
    this.#aborted.abort()
    this.#wake?.()
  }

  async #perform({ id, input, init }: FetchRequest): Promise<void> {
    const response = await this.#response(input, init).then(
      (text): FetchResponse => ({ id, ok: true, text }),
      (error): FetchResponse => {
        if (error instanceof PrivateFetchError) this.#privateReasons.add(error.reason)
        return { id, ok: false, message: error instanceof Error ? error.message : String(error) }
      },
    )
    this.#answers.push(response)
    this.#wake?.()
  }

  async #response(input: string, init: FetchRequest['init']): Promise<string> {
    this.#begun += 1
    const { fetches, responseLength, waitMilliseconds } = this.#limits
    if (this.#fetch === undefined) throw new Error('Scripts have no access to the network here.')
    if (this.#begun > fetches) throw new Error(`Too many requests: a script may make ${fetches} in one run.`)
    const signal = AbortSignal.any([this.#aborted.signal, AbortSignal.timeout(waitMilliseconds)])
    const { text } = await this.#fetch(input, { ...init, signal, guard: this.#guard }, this.#owner)
    this.#received += text.length
    if (this.#received <= responseLength) return text
    throw new Error(`The responses are longer than the ${responseLength} characters that a script may read in all.`)
  }
}
