import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ProcessLog } from '../observability/process-log.js'
import { relayCounts } from '../rate-limits/share-counts.js'

/**
 * Runs the given number of processes of the service on one port. Resolves to its address when all of them listen. Replaces a process that
 * ends, with an entry in the log. A SIGTERM or SIGINT shuts all of them down gracefully, and then this process.
 */
export async function superviseWorkers(count: number, log: ProcessLog): Promise<string> {
  const folder = fileURLToPath(new URL('../', import.meta.url))
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  cluster.setupPrimary({ exec: `${folder}main.${extension}`, args: [] })
  let isStopping = false
  const stop = () => {
    isStopping = true
    for (const worker of workers()) worker.process.kill('SIGTERM')
  }
  relayCounts(workers)
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const listening = Array.from({ length: count }, async () => {
    const worker = cluster.fork()
    const ended = once(worker, 'exit').then(([code]) => {
      throw new Error(`A worker ended with ${code} before it could listen`)
    })
    const [address] = (await Promise.race([once(worker, 'listening'), ended])) as [{ address: string; port: number }]
    return address
  })
  const [first] = await Promise.all(listening)
  let pause = shortestPause
  let lastEnd = Number.NEGATIVE_INFINITY
  cluster.on('exit', (_, code: number | null, signal: string | null) => {
    if (isStopping) {
      if (workers().length === 0) process.exit(0)
      return
    }
    const now = performance.now()
    pause = now - lastEnd < calmMilliseconds ? Math.min(2 * pause, maxPause) : shortestPause
    lastEnd = now
    log.error(`A worker ended with ${signal ?? code}. Another one starts in ${pause / 1000} s.`)
    setTimeout(() => isStopping || cluster.fork(), pause)
  })
  return addressOf(first as { address: string; port: number })
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}

function addressOf({ address, port }: { address: string; port: number }): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

/** Milliseconds before a worker is replaced: doubles after each one that ends within a minute of the previous one. */
const shortestPause = 500
const maxPause = 30_000
const calmMilliseconds = 60_000
