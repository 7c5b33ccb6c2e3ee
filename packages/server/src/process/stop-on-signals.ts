import cluster from 'node:cluster'
import type { Storage } from '@colloquy/storage'
import type { App } from '../app.js'

/**
 * SIGTERM and SIGINT end the process without failing a request. Readiness turns false at once, and for a grace period the service
 * accepts requests, so that load balancers can notice; a second signal ends the period. Then the service stops listening, answers
 * what it accepted, and ends the process, within ten seconds in all. Returns a function that does the same with another exit code.
 */
export function stopOnSignals(app: App, storage: Storage, graceMilliseconds = 1000): (exitCode: number) => void {
  let endGrace: (() => void) | undefined
  const stop = (exitCode: number) => {
    if (endGrace) return endGrace()
    app.drain()
    setTimeout(() => process.exit(1), mostMilliseconds).unref()
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
  // A terminal sends it to workers, too, which their supervisor ends.
  process.on('SIGINT', cluster.isWorker ? () => {} : onSignal)
  return stop
}

const mostMilliseconds = 9000
