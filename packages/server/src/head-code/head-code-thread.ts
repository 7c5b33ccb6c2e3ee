/** Runs in the thread that `HeadCodes` starts. */
import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '@colloquy/ports/threads'
import { elementsOf } from './elements-of.js'
import type { HeadCodeJob, ParsedHeadCode } from './head-code-job.js'

const port = parentPort
if (port === null) throw new Error('This file only runs as a worker thread.')

lowerThreadPriority()
port.on('message', (job: HeadCodeJob) => port.postMessage(parsed(job)))
port.postMessage('ready')

function parsed({ authored, depth }: HeadCodeJob): ParsedHeadCode {
  try {
    return { elements: elementsOf(authored, depth) }
  } catch (error) {
    return { problem: (error as Error).message, limit: 'headCodeDepth' }
  }
}
