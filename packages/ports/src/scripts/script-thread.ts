/**
 * The thread in which scripts run: takes one order after another and answers each. Started by `sandbox-worker.ts`, which
 * ends it when an answer does not come.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from './lower-thread-priority.js'
import { matchPattern } from './match-pattern.js'
import { Sandbox } from './sandbox.js'
import type { ScriptLimits } from './script-limits.js'
import type { SegmentOrder, SegmentResult } from './segment.js'
import { currentThread } from './thread-time.js'

const { wasmModule, limits } = workerData as { wasmModule: WebAssembly.Module; limits: ScriptLimits }
const port = parentPort
if (port === null) throw new Error('This file is the inside of a worker thread; it cannot be run by itself.')

useUtc()
let sandbox = Sandbox.open(wasmModule, limits)
let isBehind = false

warmUp(await sandbox)
port.on('message', async (order: SegmentOrder) => {
  if (order.behind && !isBehind) {
    isBehind = true
    lowerThreadPriority()
  }
  const current = await sandbox
  const { segment, milliseconds, ownMilliseconds } = order
  const result =
    segment.kind === 'match'
      ? matchPattern(segment, milliseconds, ownMilliseconds)
      : current.run(segment, milliseconds, ownMilliseconds)
  port.postMessage(result satisfies SegmentResult)
  if (current.isSpoiled) sandbox = Sandbox.open(wasmModule, limits)
})
port.postMessage(currentThread())

/** The first runs take longer than all others: nobody's script should be called slow for that. */
function warmUp(current: Sandbox) {
  for (const mode of ['value', 'full', 'value'] as const)
    current.run({ kind: 'start', code: 'return JSON.stringify([1].map(String))', mode, args: '[]' }, 1_000, 1_000)
}

/** The sandbox asks this thread for its zone. Scripts run in UTC wherever the service is. */
function useUtc() {
  const dates = Date.prototype as unknown as Record<string, unknown>
  for (const part of ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds']) {
    dates[`get${part}`] = dates[`getUTC${part}`]
  }
  dates.getTimezoneOffset = () => 0
}
