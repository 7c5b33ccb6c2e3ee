import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * Runs that many processes of the service on one port; answers its address when all of them listen. One that ends is replaced. A
 * SIGTERM or SIGINT ends them all, each in order, and then this process.
 */
export async function superviseWorkers(count: number): Promise<string> {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  cluster.setupPrimary({ exec: `${folder}main.${extension}`, args: [] })
  let isStopping = false
  const stop = () => {
    isStopping = true
    for (const worker of workers()) worker.process.kill('SIGTERM')
  }
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
  cluster.on('exit', () => {
    if (!isStopping) setTimeout(() => isStopping || cluster.fork(), pauseBeforeReplacing)
    else if (workers().length === 0) process.exit(0)
  })
  return addressOf(first as { address: string; port: number })
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}

function addressOf({ address, port }: { address: string; port: number }): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

/** Milliseconds, so that a worker that cannot start does not take all the time of the machine. */
const pauseBeforeReplacing = 500
