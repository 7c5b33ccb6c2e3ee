import cluster from 'node:cluster'
import type { Storage } from '@colloquy/storage'
import type { App } from './app.js'

/**
 * SIGTERM and SIGINT end the process without failing anybody. Readiness turns false at once, and for a grace the service goes on
 * accepting, so that whoever spreads the load can notice; a second signal ends the grace. Then it stops listening, what was
 * accepted is answered, and the process ends, within ten seconds in all.
 */
export function stopOnSignals(app: App, storage: Storage, graceMilliseconds = 1000): void {
  let endGrace: (() => void) | undefined
  const onSignal = () => {
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
        () => process.exit(0),
        () => process.exit(1),
      )
  }
  process.on('SIGTERM', onSignal)
  // A terminal sends it to workers, too, which are told by their supervisor.
  process.on('SIGINT', cluster.isWorker ? () => {} : onSignal)
}

const mostMilliseconds = 9000
