/**
 * The thread in which scripts run: takes one order after another and answers each. Started by `sandbox-worker.ts`, which
 * ends it when an answer does not come.
 */
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { matchPattern } from './match-pattern.js'
import { Sandbox } from './sandbox.js'
import type { ScriptLimits } from './script-limits.js'
import type { SliceOrder, SliceResult } from './slice.js'

const { wasmModule, limits } = workerData as { wasmModule: WebAssembly.Module; limits: ScriptLimits }
const port = parentPort
if (port === null) throw new Error('This file is the inside of a worker thread; it cannot be run by itself.')

useUtc()
let sandbox = Sandbox.open(wasmModule, limits)
let isBehind = false

warmUp(await sandbox)
port.on('message', async (order: SliceOrder) => {
  if (order.behind && !isBehind) stepBehind()
  const current = await sandbox
  const { slice, milliseconds, ownMilliseconds } = order
  const result =
    slice.kind === 'match' ? matchPattern(slice, milliseconds) : current.run(slice, milliseconds, ownMilliseconds)
  port.postMessage(result satisfies SliceResult)
  if (current.isSpoiled) sandbox = Sandbox.open(wasmModule, limits)
})
port.postMessage('ready')

/** The first runs take longer than all others: nobody's script should be called slow for that. */
function warmUp(current: Sandbox) {
  for (const mode of ['value', 'full', 'value'] as const)
    current.run({ kind: 'start', code: 'return JSON.stringify([1].map(String))', mode, args: '{}' }, 1_000, 1_000)
}

/** The sandbox asks this thread for its zone. Scripts run in UTC wherever the service is. */
function useUtc() {
  const dates = Date.prototype as unknown as Record<string, unknown>
  for (const part of ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds']) {
    dates[`get${part}`] = dates[`getUTC${part}`]
  }
  dates.getTimezoneOffset = () => 0
}

/** Lets every other thread go first, where the system can do that for one thread. It cannot be taken back. */
function stepBehind() {
  isBehind = true
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (thread > 0) setPriority(thread, 10)
  } catch {
    // Not on this system: the scheduler's own fairness has to do.
  }
}
