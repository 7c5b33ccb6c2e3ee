import { setFlagsFromString } from 'node:v8'

/**
 * Makes V8 collect garbage whenever its heap has grown by two thirds beyond the live objects; by default it waits until the heap is several
 * times as large. A service of turns leaves behind sessions that nobody returns to. V8 reads this flag at the end of each collection.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=70')
}

/**
 * Makes each thread collect its own young generation. By default V8 shares this work among helper threads of the whole process: they would
 * also do it for a low-priority thread, and the main thread would wait for them. V8 reads this flag at each collection.
 */
export function collectInOwnThread(): void {
  setFlagsFromString('--no-parallel-scavenge')
}
