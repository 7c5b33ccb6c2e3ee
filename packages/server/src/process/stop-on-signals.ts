import cluster from 'node:cluster'
import type { Storage } from '@colloquy/storage'

/** The service: requests are still answered between `drain` and `close`. */
interface Draining {
  drain(): void
  close(): PromiseLike<unknown>
}

/**
 * Makes SIGTERM and SIGINT end the process without failing a request. Readiness turns false at once, and the service accepts requests for a
 * grace period, so that load balancers can notice; a second signal ends that period. Then the service stops listening, answers accepted
 * requests, and ends the process, within ten seconds in total. Returns a function that does the same with another exit code.
 */
export function stopOnSignals(app: Draining, storage: Storage, graceMilliseconds = 1000): (exitCode: number) => void {
  let endGrace: (() => void) | undefined
  const stop = (exitCode: number) => {
    if (endGrace) return endGrace()
    app.drain()
    setTimeout(() => process.exit(1), maxMilliseconds).unref()
    const grace = new Promise<void>((resolve) => {
      endGrace = resolve
      setTimeout(resolve, graceMilliseconds)
    })
    void grace
      .then(() => app.close())
      .then(() => storage.close())
      .then(
        () => process.exit(exitCode),
        () => process.exit(1),
      )
  }
  const onSignal = () => stop(0)
  process.on('SIGTERM', onSignal)
  // A terminal sends it to workers as well, but their supervisor ends them.
  process.on('SIGINT', cluster.isWorker ? () => {} : onSignal)
  return stop
}

const maxMilliseconds = 9000
