/** The thread that waits for a slow disk: see `log-sync.ts`, which starts it. */
import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriorityOfThread } from './lower-priority-of-thread.js'
import { syncFile } from './sync-file.js'

const port = parentPort
if (port === null) throw new Error('This file is the inside of a thread; it cannot be run by itself.')

// Turns wait for it: it goes after the main thread, and before all others.
lowerPriorityOfThread(1)
port.on('message', () => port.postMessage(syncFile(() => workerData as number)))
