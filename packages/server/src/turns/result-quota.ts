import type { AnalyticsStore } from '@colloquy/storage'
import { LimitExceeded } from '../limits/limit-exceeded.js'

declare module '../service.js' {
  interface Service {
    readonly resultQuota: ResultQuota
  }
}

interface ResultQuotaOptions {
  analytics: Pick<AnalyticsStore, 'resultBytes'>
  /** Limit of one workspace. */
  maxBytes: number
  onError: (error: unknown) => void
}

/**
 * Determines the workspaces whose conversations and results exceed their limit. They are counted in the background, each time after a pause
 * of at least a minute that is twenty times as long as the count took.
 */
export class ResultQuota {
  readonly #options: ResultQuotaOptions
  /** By workspace; undefined before the first count. */
  #bytes: ReadonlyMap<string, number> | undefined
  #full = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: ResultQuotaOptions) {
    this.#options = options
  }

  /** Throws a `LimitExceeded` when no chat may begin in this workspace. */
  check(workspaceId: string): void {
    if (this.#full.has(workspaceId)) throw new LimitExceeded('workspaceResultBytes')
  }

  /** Returns the bytes of a workspace as last counted; undefined before the first count. */
  bytesOf(workspaceId: string): number | undefined {
    return this.#bytes && (this.#bytes.get(workspaceId) ?? 0)
  }

  /** Number of workspaces in which no chat may begin. */
  get size(): number {
    return this.#full.size
  }

  /** Counts now, and repeatedly until `close`. */
  async start(): Promise<void> {
    const began = performance.now()
    await this.count().catch((error) => this.#isClosed || this.#options.onError(error))
    if (this.#isClosed) return
    const pause = Math.max(shortestPause, pausePerCount * (performance.now() - began))
    this.#timer = setTimeout(() => void this.start(), pause).unref()
  }

  async count(): Promise<void> {
    const counted = await this.#options.analytics.resultBytes()
    this.#bytes = new Map(counted.map(({ workspaceId, bytes }) => [workspaceId, Number(bytes)]))
    const full = counted.filter(({ bytes }) => bytes >= this.#options.maxBytes)
    this.#full = new Set(full.map(({ workspaceId }) => workspaceId))
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }
}

const shortestPause = 60_000
const pausePerCount = 20
