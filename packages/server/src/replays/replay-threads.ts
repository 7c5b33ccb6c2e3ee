import { availableParallelism } from 'node:os'
import { type Entry, FairQueue } from '@colloquy/ports/shares'
import { type ReplayReport, ReportBuilder } from '@colloquy/prove/report'
import type { ListedConversation } from '@colloquy/storage'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Limits } from '../limits/limits.js'
import { JobThread, JobTimeoutError } from '../process/job-thread.js'
import type { ReplayAnswer, ReplayThreadData } from './replay-thread.js'
import type { ReplayOrder } from './replayer.js'

declare module '../service.js' {
  interface Service {
    readonly replays: ReplayThreads
  }
}

export type ReplayRequest = Required<Omit<ReplayOrder, 'conversations'>>

interface Waiting {
  part: Required<ReplayOrder>
  resolve(report: ReplayReport): void
  reject(error: unknown): void
}

interface ReplayWorker {
  readonly thread: JobThread<ReplayOrder, ReplayAnswer>
  /** Draft that the thread has loaded. */
  draftKey?: string
  /** Parts in progress or queued. */
  parts: number
}

/** Conversations in one part of a request: enough to keep the overhead small, few enough for workspaces to alternate often. */
const conversationsOfPart = 100
const maxThreads = 4
const maxWaiting = 64
/** A thread that has been idle for this long ends. */
const idleMilliseconds = 60_000

/**
 * Replays recorded conversations in as many threads as there are processors. Each reads the turns over its own connection, so the main
 * thread handles only ids and reports. Threads start with the first replay and end when there are no more.
 */
export class ReplayThreads {
  readonly #limits: Pick<Limits, 'waitingFlows' | 'replayMilliseconds'>
  readonly #queue: FairQueue<Waiting>
  readonly #workers: ReplayWorker[]
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(limits: Pick<Limits, 'waitingFlows' | 'replayMilliseconds'>, data: ReplayThreadData) {
    this.#limits = limits
    const count = Math.min(maxThreads, availableParallelism())
    // A single workspace gets half of the places: every thread, while no other workspace asks.
    this.#queue = new FairQueue({ slots: 2 * count, waiting: maxWaiting, waitingPerBot: limits.waitingFlows })
    const sizes = { milliseconds: limits.replayMilliseconds, megabytes: 1_024, youngMegabytes: 96 }
    this.#workers = Array.from({ length: count }, () => ({
      thread: new JobThread('replays/replay-thread.js', sizes, {
        data,
        env: postgresEnvironment(),
        opensDatabase: true,
      }),
      parts: 0,
    }))
  }

  /**
   * Replays conversations in the order in which `pages` yields them. Rejects with a `LimitExceeded` if too many replays of the workspace
   * are waiting, or if a part of this one takes too long.
   */
  async report(request: ReplayRequest, pages: AsyncIterable<readonly ListedConversation[]>): Promise<ReplayReport> {
    const reports: ReplayReport[] = []
    const parts = partsOf(pages)
    let begun = 0
    const work = async () => {
      for (let part = await parts.next(); !part.done; part = await parts.next()) {
        const position = begun++
        reports[position] = await this.#wait({ ...request, conversations: part.value })
      }
    }
    try {
      await Promise.all(this.#workers.map(work))
    } finally {
      await parts.return(undefined)
    }
    const builder = new ReportBuilder()
    for (const report of reports) builder.addReport(report)
    return builder.report()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idle)
    for (const { reject } of this.#queue.drain()) reject(new Error('The service is stopping.'))
    await this.#end()
  }

  #wait(part: Required<ReplayOrder>): Promise<ReplayReport> {
    if (this.#isClosed) throw new Error('The service is stopping.')
    return new Promise((resolve, reject) => {
      const { workspaceId } = part
      if (this.#queue.add({ workspaceId }, { part, resolve, reject })) this.#next()
      else reject(tooMany())
    })
  }

  #next(): void {
    for (let entry = this.#queue.take(); entry; entry = this.#queue.take()) void this.#perform(entry)
  }

  async #perform({ owner, item }: Entry<Waiting>): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#workers.reduce((one, other) => (other.parts < one.parts ? other : one))
    worker.parts += 1
    try {
      item.resolve(await this.#replay(worker, item.part))
    } catch (error) {
      item.reject(error instanceof JobTimeoutError ? tooSlow(this.#limits) : error)
    }
    worker.parts -= 1
    this.#queue.leave(owner)
    this.#next()
    if (!this.#isClosed && this.#workers.every(({ parts }) => parts === 0)) {
      this.#idle = setTimeout(() => void this.#end(), idleMilliseconds).unref()
    }
  }

  async #replay(worker: ReplayWorker, { draft, ...order }: Required<ReplayOrder>): Promise<ReplayReport> {
    const sendsDraft = worker.draftKey !== order.draftKey
    worker.draftKey = order.draftKey
    let answer = await worker.thread.run(sendsDraft ? { ...order, draft } : order)
    // Another draft was replayed in between, or the thread is new.
    if ('needsDraft' in answer) answer = await worker.thread.run({ ...order, draft })
    if ('report' in answer) return answer.report
    throw new Error('error' in answer ? answer.error : 'The thread did not keep the draft.')
  }

  async #end(): Promise<void> {
    await Promise.all(this.#workers.map(({ thread }) => thread.close()))
  }
}

async function* partsOf(pages: AsyncIterable<readonly ListedConversation[]>) {
  for await (const page of pages) {
    for (let from = 0; from < page.length; from += conversationsOfPart) {
      yield page.slice(from, from + conversationsOfPart)
    }
  }
}

function tooMany(): LimitExceeded {
  const message = 'Too many replays of this workspace are waiting. Try again in a few seconds.'
  return new LimitExceeded('waitingFlows', { message, retryAfter: 5 })
}

function tooSlow({ replayMilliseconds }: Pick<Limits, 'replayMilliseconds'>): LimitExceeded {
  const seconds = Math.round(replayMilliseconds / 1000)
  const message = `${conversationsOfPart} conversations take longer than ${seconds} s to replay. Replay fewer at once.`
  return new LimitExceeded('replayMilliseconds', { message })
}

/** The PostgreSQL driver takes settings that the URL omits from the environment. */
function postgresEnvironment(): Record<string, string> {
  const named = Object.entries(process.env).filter(([name, value]) => name.startsWith('PG') && value !== undefined)
  return Object.fromEntries(named) as Record<string, string>
}
