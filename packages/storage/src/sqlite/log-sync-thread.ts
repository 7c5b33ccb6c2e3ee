/** The thread that waits for a slow disk: see `log-sync.ts`, which starts it. */
import { fdatasyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { SyncOutcome } from './log-sync.js'

const port = parentPort
if (port === null) throw new Error('This file is the inside of a thread; it cannot be run by itself.')

port.on('message', () => port.postMessage(sync()))

function sync(): SyncOutcome {
  const began = performance.now()
  try {
    fdatasyncSync(workerData as number)
    return { milliseconds: performance.now() - began }
  } catch (error) {
    return { failure: (error as Error).message }
  }
}
