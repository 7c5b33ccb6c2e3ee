/** Runs in the thread that `VectorIndex` starts. */
import { parentPort } from 'node:worker_threads'
import { goBehindMainThread } from '@colloquy/ports/threads'
import { VectorCache, type VectorJob } from './vector-cache.js'

const port = parentPort
if (port === null) throw new Error('This file only runs as a worker thread.')
goBehindMainThread()

const cache = new VectorCache()
port.on('message', (job: VectorJob) => port.postMessage(cache.run(job)))
port.postMessage('ready')
