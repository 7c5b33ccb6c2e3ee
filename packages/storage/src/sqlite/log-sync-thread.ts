/** The thread that waits for a slow disk: see `log-sync.ts`, which starts it. */
import { parentPort, workerData } from 'node:worker_threads'
import { syncFile } from './sync-file.js'

const port = parentPort
if (port === null) throw new Error('This file is the inside of a thread; it cannot be run by itself.')

port.on('message', () => port.postMessage(syncFile(() => workerData as number)))
