/**
 * Lets a thread that uses the SQLite driver be ended. Ending a thread that is inside the driver, or that is loading it, would end the whole
 * process: the driver throws a C++ exception there, which nothing catches. So its owner waits until it is outside, and then it does not
 * enter again.
 */

import { setTimeout as sleep } from 'node:timers/promises'

const outside = 0
const inside = 1
/** The thread is inside, and its owner waits for it. */
const awaited = 2
/** The thread may be ended. */
const closed = 3

/** Memory that the thread and its owner share. */
export type DriverCalls = SharedArrayBuffer

/** For the owner, which has to end the thread by `outsideOfDriver`. A thread begins inside: it loads the driver. */
export function newDriverCalls(): DriverCalls {
  const calls = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  new Int32Array(calls)[0] = inside
  if (used.size === 0) process.on('exit', leaveAll)
  used.add(calls)
  return calls
}

/** Performs a call of the driver. The call does not return if the owner ends the thread. */
export type InDriver = <Result>(call: () => Result) => Result

/** For the thread, which calls this once, when it has loaded its modules: until then it cannot be ended. */
export function driverCallsIn(calls: DriverCalls): InDriver {
  const state = new Int32Array(calls)
  leave(state)
  return (call) => {
    if (Atomics.compareExchange(state, 0, outside, inside) !== outside) Atomics.wait(state, 0, closed)
    try {
      return call()
    } finally {
      leave(state)
    }
  }
}

function leave(state: Int32Array): void {
  if (Atomics.compareExchange(state, 0, inside, outside) !== awaited) return
  Atomics.store(state, 0, closed)
  Atomics.notify(state, 0)
}

/** For the owner: resolves once the thread may be ended, which is when its call returns. */
export async function outsideOfDriver(calls: DriverCalls): Promise<void> {
  const state = new Int32Array(calls)
  while (!mayEnd(state)) await sleep(pollMilliseconds)
  forget(calls)
}

/** For the owner of a thread that has ended, by itself or not. An owner that waits for its call continues. */
export function forget(calls: DriverCalls): void {
  Atomics.store(new Int32Array(calls), 0, closed)
  used.delete(calls)
  if (used.size === 0) process.off('exit', leaveAll)
}

/** Of threads that have not been ended. */
const used = new Set<DriverCalls>()

/** The end of the process ends its threads: it waits for their calls, but not for ever. */
function leaveAll(): void {
  const end = performance.now() + maxMilliseconds
  for (const calls of used) {
    const state = new Int32Array(calls)
    while (!mayEnd(state) && performance.now() < end) Atomics.wait(state, 0, awaited, end - performance.now())
  }
}

const maxMilliseconds = 5_000
/** Time between two looks at a call in progress. */
const pollMilliseconds = 5

/** Closes the driver to the thread; false if the thread is inside, which then closes it when its call returns. */
function mayEnd(state: Int32Array): boolean {
  const before = Atomics.compareExchange(state, 0, outside, closed)
  if (before === outside || before === closed) return true
  Atomics.compareExchange(state, 0, inside, awaited)
  return false
}
