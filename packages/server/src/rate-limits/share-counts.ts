import cluster, { type Worker } from 'node:cluster'

/** What one process counted: pairs of a text that only `RateLimits` reads, and how often. */
export type Counts = [what: string, count: number][]

/** Tells the other processes of this machine what is counted in this one, and the other way round. */
export interface SharedCounts {
  add(what: string): void
  close(): void
}

interface CountsMessage {
  kind: 'counts'
  counts: Counts
}

/** Four times a second, in the background: nothing waits for another process. Undefined where there is no other. */
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
      if (count !== undefined || waiting.size < mostWaiting) waiting.set(what, (count ?? 0) + 1)
    },
    close() {
      clearInterval(timer)
      process.off('message', receive)
    },
  }
}

/** In the supervisor: passes on to all other workers what one has counted. */
export function relayCounts(workers: () => Worker[]): void {
  cluster.on('message', (from, message: unknown) => {
    if (!isCounts(message)) return
    for (const worker of workers()) {
      if (worker.id !== from.id && worker.isConnected()) worker.send(message, undefined, undefined, ignore)
    }
  })
}

/** Whoever went away meanwhile is replaced. */
const ignore = () => {}
const mostWaiting = 10_000

function isCounts(message: unknown): message is CountsMessage {
  return typeof message === 'object' && message !== null && (message as { kind?: unknown }).kind === 'counts'
}
