import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const usualPauseMs = 5_000

/** Part of its time that a thread at rest may be running, for timers. */
const maxRunning = 0.02

/**
 * Collects garbage once, as soon as the main thread has rested for a pause. Starting leaves 20 MB of garbage behind, and V8 collects only
 * while something is allocated: a service that nobody uses would keep it. Busy ones are left alone, because collecting takes up to 0.1 s.
 */
export async function collectAtRest(pauseMs = usualPauseMs): Promise<void> {
  let share = 1
  while (share > maxRunning) {
    const before = performance.eventLoopUtilization()
    await sleep(pauseMs, undefined, { ref: false })
    share = performance.eventLoopUtilization(before).utilization
  }
  collect()
}

/** Only a new context has the function, and only while the flag is set. */
function collect(): void {
  setFlagsFromString('--expose-gc')
  const gc: () => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  gc()
}
