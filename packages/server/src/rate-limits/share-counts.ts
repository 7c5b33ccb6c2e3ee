import cluster, { type Worker } from 'node:cluster'

/** Counts of one process: pairs of a key that only `RateLimits` reads, and a number. */
export type Counts = [what: string, count: number][]

/** Exchanges counts with the other processes of this machine. */
export interface SharedCounts {
  add(what: string): void
  close(): void
}

interface CountsMessage {
  kind: 'counts'
  counts: Counts
}

/**
 * Connects the counts of a worker: they are sent four times a second, in the background, so nothing waits for another process. Undefined
 * when there is no other process.
 */
export function shareCounts(listener: (counts: Counts) => void): SharedCounts | undefined {
  if (!cluster.isWorker) return undefined
  const waiting = new Map<string, number>()
  const receive = (message: unknown) => {
    if (isCounts(message)) listener(message.counts)
  }
  const send = () => {
    if (waiting.size === 0 || !process.connected) return
    const message: CountsMessage = { kind: 'counts', counts: [...waiting] }
    waiting.clear()
    process.send?.(message, undefined, undefined, ignore)
  }
  const timer = setInterval(send, 250).unref()
  process.on('message', receive)
  return {
    add(what) {
      const count = waiting.get(what)
      if (count !== undefined || waiting.size < maxWaiting) waiting.set(what, (count ?? 0) + 1)
    },
    close() {
      clearInterval(timer)
      process.off('message', receive)
    },
  }
}

/** Forwards the counts of each worker to all others; runs in the supervisor. */
export function relayCounts(workers: () => Worker[]): void {
  cluster.on('message', (from, message: unknown) => {
    if (!isCounts(message)) return
    for (const worker of workers()) {
      if (worker.id !== from.id && worker.isConnected()) worker.send(message, undefined, undefined, ignore)
    }
  })
}

/** Ignores failed sends: a worker that has ended is replaced. */
const ignore = () => {}
const maxWaiting = 10_000

function isCounts(message: unknown): message is CountsMessage {
  return typeof message === 'object' && message !== null && (message as { kind?: unknown }).kind === 'counts'
}
