import { setFlagsFromString } from 'node:v8'

/**
 * Lets V8 look for garbage whenever its heap has grown by two thirds beyond what was alive, where of itself it waits until there is several times
 * as much: what a service of turns leaves behind are sessions that nobody comes back to. V8 looks at this flag at the end of each collection.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=70')
}

/**
 * Lets each thread collect its own young garbage. V8 otherwise shares this work among helpers that all threads of the process have in
 * common: they would do that of a thread of low priority, too, and the main thread would wait for them. V8 looks at this flag at each collection.
 */
export function collectInOwnThread(): void {
  setFlagsFromString('--no-parallel-scavenge')
}
